"""What roc-validator says of a crate, as JSON. Run in the environment of the validators, without a network:

    python validate_crate.py FOLDER PROFILE required|recommended CACHE

The validator asks its HTTP cache for the context of RO-Crate 1.1; it is put there from the wheel of `rocrate`, which brings it.
"""

import json
import sys
from importlib.resources import files
from pathlib import Path

from requests import Request
from requests_cache import CachedResponse, CachedSession
from rocrate_validator.models import Severity, ValidationSettings
from rocrate_validator.services import validate

CONTEXT = "https://w3id.org/ro/crate/1.1/context"


def fill(cache: Path) -> None:
    """Put the context into a cache, as if it had been fetched."""
    content = (files("rocrate") / "data/ro-crate.jsonld").read_bytes()
    if json.loads(content)["@id"] != CONTEXT:
        raise SystemExit(f"rocrate: expected the context {CONTEXT}, found {json.loads(content)['@id']}")
    session = CachedSession(str(cache), backend="sqlite", expire_after=-1)
    headers = {"Content-Type": "application/ld+json"}
    response = CachedResponse(status_code=200, url=CONTEXT, headers=headers, content=content)
    request = Request("GET", CONTEXT, headers={"Accept": "application/ld+json, application/json, */*;q=0.1"})
    key = session.cache.create_key(session.prepare_request(request))
    session.cache.save_response(response, key)
    session.close()


def main(folder: str, profile: str, severity: str, cache: str) -> None:
    """Validate, and print every issue: its check, its severity, what it is about and the message."""
    fill(Path(cache))
    settings = ValidationSettings(
        rocrate_uri=folder,
        profile_identifier=profile,
        requirement_severity=Severity[severity.upper()],
        offline=True,
        cache_path=Path(cache),
        cache_max_age=-1,
    )
    result = validate(settings)
    issues = [
        {
            "check": issue.check.identifier,
            "severity": issue.severity.name.lower(),
            "about": str(issue.violatingEntity),
            "message": issue.message,
        }
        for issue in result.get_issues(settings.requirement_severity)
    ]
    print(json.dumps({"passed": result.passed(Severity.REQUIRED), "issues": issues}, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
