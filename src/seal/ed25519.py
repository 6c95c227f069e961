"""Verifies Ed25519 signatures in whole numbers: public data only, so that it need not run in constant time.

RFC 8032 (Josefsson, Liusvaara, 2017), section 5.1.7, without cofactor; every number has one encoding here, and no key is of small
order.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

KEY_BYTES, SIGNATURE_BYTES = 32, 64

_P = (1 << 255) - 19
_L = (1 << 252) + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)


class _Point(NamedTuple):
    """A point (X/Z, Y/Z) of the curve -x² + y² = 1 + d x² y², with T = XY/Z."""

    x: int
    y: int
    z: int
    t: int


_ZERO = _Point(0, 1, 1, 0)


def verify(message: bytes, signature: bytes, key: bytes) -> bool:
    """Whether this is the signature of the message by the owner of the key."""
    if len(signature) != SIGNATURE_BYTES or len(key) != KEY_BYTES:
        return False
    public = _decode(key)
    s = int.from_bytes(signature[32:], "little")
    # With S >= L a signature would have several forms; a key of small order fits signatures that anybody can make.
    if public is None or _encode(_multiply(8, public)) == _encode(_ZERO) or s >= _L:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    k = int.from_bytes(digest, "little") % _L
    # [S]B = R + [k]A: an R that is no point, or is written in another way than its own, is not equal to any encoding.
    return _encode(_add(_multiply(s, _BASE), _multiply(k, _negative(public)))) == signature[:32]


def _decode(content: bytes) -> _Point | None:
    """RFC 8032, 5.1.3; None for what is no point, or the other form of one."""
    number = int.from_bytes(content, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if y >= _P:
        return None
    x = _root((y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P)
    if x is None or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return _Point(x, y, 1, x * y % _P)


def _encode(point: _Point) -> bytes:
    inverse = pow(point.z, _P - 2, _P)
    x, y = point.x * inverse % _P, point.y * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _root(square: int) -> int | None:
    """A number that has this square modulo p, which is 5 modulo 8."""
    root = pow(square, (_P + 3) // 8, _P)
    if root * root % _P != square:
        root = root * _ROOT_OF_MINUS_ONE % _P
    return root if root * root % _P == square else None


def _add(p: _Point, q: _Point) -> _Point:
    """RFC 8032, 5.1.4: complete, so that it doubles as well."""
    a = (p.y - p.x) * (q.y - q.x) % _P
    b = (p.y + p.x) * (q.y + q.x) % _P
    c = 2 * p.t * q.t * _D % _P
    d = 2 * p.z * q.z % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return _Point(e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _multiply(factor: int, point: _Point) -> _Point:
    total = _ZERO
    while factor:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def _negative(point: _Point) -> _Point:
    return _Point(-point.x % _P, point.y, point.z, -point.t % _P)


def _base() -> _Point:
    """The point with y = 4/5 and even x."""
    y = 4 * pow(5, _P - 2, _P) % _P
    x = _root((y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P) or 0
    x = x if x & 1 == 0 else _P - x
    return _Point(x, y, 1, x * y % _P)


_BASE = _base()
