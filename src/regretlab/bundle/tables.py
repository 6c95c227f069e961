"""All tables that a study publishes, column by column: docs/bundle-format.md for programs."""

from regretlab.bundle.fields import count, exact, flag, number, payoff, table, text, where, whole
from regretlab.bundle.tables_of_hands import TABLES_OF_HANDS
from regretlab.bundle.tables_of_lessons import TABLES_OF_LESSONS

ITERATION = [count("iteration", "number of the iteration", 1, maximum=lambda facts: facts.study["iterations"])]
PLAYER = [count("player", "number of the player", maximum=lambda facts: facts.players - 1)]
INFOSET = [text("infoset", "name of the infoset")]
ACTION = [text("action", "name of the action")]
SEQUENCE = [*PLAYER, *INFOSET, *ACTION]
PROBABILITY = [number("probability", "probability of the action", minimum=0, maximum=1)]
EXACT_PROBABILITY = [exact("probability", "probability of the action")]
ALPHA = [exact("alpha", "parameter of the family")]
EXACT_GAINS = [
    exact(r"gain_(\d+)", "gain of player {0}", is_payoff=True),
    exact("nash_conv", "sum of the gains", is_payoff=True),
]


TRAJECTORY = [
    column
    for prefix, strategy in (("", "the average strategy"), ("current_", "the current strategy"))
    for column in (
        payoff(f"{prefix}value", f"expected payoff of player 0 when all play {strategy}"),
        payoff(rf"{prefix}value_(\d+)", f"expected payoff of player {{0}} when all play {strategy}"),
        payoff(rf"{prefix}gain_(\d+)", f"gain of player {{0}} against {strategy}"),
        payoff(f"{prefix}nash_conv", f"sum of the gains against {strategy}"),
        payoff(f"{prefix}exploitability", f"nash_conv of {strategy} / number of players"),
    )
]
CHECKPOINT = [
    payoff("cumulative_regret", "R(I,a) as the variant accumulates it"),
    number("strategy_sum", "S(I,a) as the variant accumulates it"),
    payoff("instantaneous_regret", "r(I,a) of the player's latest update"),
    number(".*", "what the variant keeps besides"),
]
METHOD = [
    text("game", "folder of the game", enum=lambda facts: facts.folders("games")),
    text("variant", "folder of the run", enum=lambda facts: facts.folders("variants")),
    text("method", "what runs are called that differ in nothing but their seed"),
    text("answer", "the strategy that the method is about", enum=["average", "current"]),
    text("unit", "what the payoffs of the row are counted in"),
]
CLAIM = [
    text("claim", "name of the claim"),
    text("what", "what is claimed"),
    text("printed", "the figure as it is printed, in the unit of the row"),
    text("regenerated", "the figure found here, rounded like the printed one"),
    text("unrounded", "the figure found here, not rounded: a fraction, where it is a number"),
    text("unit", "what the figures of the row are counted in"),
    text("verdict", "whether they agree", enum=["reproduced", "not reproduced"]),
    text("source", "where the figure is printed"),
    text("list", "name of the list of claims"),
    *(
        text(name, description, required=False)
        for name, description in (
            ("file", "the table or document that has the number, below the folder of the study"),
            ("where", "column=value, with | between them: the row of a table"),
            ("column", "the column of that row with the number"),
            ("key", "keys of a document, with | between them, that lead to the value"),
            ("linear_in", "the parameter that the figure is a formula in"),
            ("over", "the column whose number it is divided by"),
        )
    ),
    *(
        flag(name, description, required=False)
        for name, description in (
            ("count", "1 if the number is how many rows there are"),
            ("absolute", "1 if the absolute value is taken"),
        )
    ),
    exact("minus", "what is subtracted", required=False),
    whole("times", "what it is multiplied by", required=False),
]

# A table is the first of these that its path fits.
TABLES = (
    table(r"claims\.csv", "Printed figures against regenerated ones", "claim source", CLAIM),
    table(
        r"runs\.csv",
        "All runs",
        "game variant iteration",
        ITERATION,
        METHOD,
        [
            number("nash_conv", "sum of the gains, in the unit of the row"),
            number("exploitability", "nash_conv / number of players, in the unit of the row"),
        ],
    ),
    table(
        r"methods\.csv",
        "All methods",
        "game method iteration",
        ITERATION,
        METHOD,
        [
            count("runs", "number of runs that differ in nothing but their seed", 1),
            number("exploitability", "median over the runs, in the unit of the row"),
            number("low", "lower end of a confidence interval of the median, in the unit of the row"),
            number("high", "upper end of it"),
            number("coverage", "probability that such an interval holds the median", minimum=0, maximum=1),
        ],
    ),
    table(
        r"ranking\.csv",
        "Who wins where",
        "game method",
        METHOD,
        [
            number(r"exploitability_(\d+)", "exploitability at iteration {0}, in the unit of the game"),
            count(r"rank_(\d+)", "rank on the game at iteration {0}", 1),
        ],
    ),
    *TABLES_OF_HANDS,
    *TABLES_OF_LESSONS,
    table(
        r"[^/]+/infosets\.csv",
        "Infosets of the game",
        "player infoset",
        PLAYER,
        INFOSET,
        [
            count("parent", "number of the sequence that leads to the infoset"),
            text("actions", "names of the actions, with | between them"),
        ],
    ),
    table(
        r"[^/]+/outcomes\.csv",
        "Payoffs of the game in sequence form",
        r"sequence_\d+",
        [
            count(r"sequence_(\d+)", "number of the sequence of player {0}"),
            payoff(r"payoff_(\d+)", "chance times payoff of player {0}, times game.json's denominator", "integer"),
        ],
    ),
    table(
        r"[^/]+/value/strategy\.csv",
        "Optimal strategies",
        "player infoset action",
        SEQUENCE,
        where(lambda facts: facts.exact_value, EXACT_PROBABILITY),
        PROBABILITY,
    ),
    table(
        r"[^/]+/equilibria/family\.csv",
        "A family of equilibria",
        "player infoset action",
        SEQUENCE,
        [
            exact("constant", "the probability is constant + slope × alpha"),
            exact("slope", "the probability is constant + slope × alpha"),
        ],
    ),
    table(
        r"[^/]+/equilibria/members\.csv",
        "Members of the family",
        "alpha",
        ALPHA,
        [exact("value", "expected payoff of player 0", is_payoff=True)],
        EXACT_GAINS,
    ),
    table(
        r"[^/]+/equilibria/deviations\.csv",
        "Deviations from the family",
        "alpha player infoset",
        ALPHA,
        SEQUENCE,
        EXACT_PROBABILITY,
        [
            exact("own_reach", "realization weight with which the player's own strategy reaches the infoset"),
            exact(r"slope_(up|down)", "slope of nash_conv as the probability goes {0}", is_payoff=True, required=False),
            flag("strict", "1 if the slopes that are given are positive"),
        ],
    ),
    table(
        r"[^/]+/equilibria/bounds\.csv",
        "Bounds of all equilibria",
        "certificate",
        SEQUENCE,
        [
            count("certificate", "number of the certificate"),
            text(r"pivot_(infoset|action)", "{0} of the pivot, if there is one", required=False),
            exact("constant", "the bound is constant + slope × realization weight of the pivot"),
            exact("slope", "the bound is constant + slope × realization weight of the pivot"),
            text("sense", "which bound is proven", enum=["upper", "lower"]),
            exact("weight", "weight of the certificate"),
        ],
    ),
    table(
        r"[^/]+/equilibria/certificates\.csv",
        "Proofs of the bounds",
        "certificate infoset action",
        [count("certificate", "number of the certificate")],
        INFOSET,
        ACTION,
        EXACT_PROBABILITY,
    ),
    table(
        r"[^/]+/equilibria/pure_profiles\.csv",
        "All pairs of plans",
        r"plan_\d+",
        [count(r"plan_(\d+)", "number of the plan of player {0}")],
        EXACT_GAINS,
    ),
    table(
        r"[^/]+/[^/]+/trajectory\.csv",
        "Value, gains and exploitability along the run",
        "iteration",
        ITERATION,
        TRAJECTORY,
    ),
    table(
        r"[^/]+/[^/]+/frequencies\.csv",
        "The average strategy along the run",
        "iteration",
        ITERATION,
        [number(r"(\d+):.*", "probability of an action of player {0}: player:infoset:action", minimum=0, maximum=1)],
    ),
    table(
        r"[^/]+/[^/]+/strategy\.csv",
        "The final average strategy",
        "player infoset action",
        SEQUENCE,
        PROBABILITY,
    ),
    table(
        r"[^/]+/[^/]+/plans\.csv",
        "Every plan against the final average strategy",
        "player plan",
        PLAYER,
        [
            count("plan", "number of the plan"),
            text("actions", "the plan: infoset=action, with spaces between them", required=False),
            payoff("value", "expected payoff of the player against the other's final average strategy"),
            flag("best", "1 if no plan of the player has a greater value"),
        ],
    ),
    table(
        r"[^/]+/[^/]+/distance\.csv",
        "Distance to the family of equilibria along the run",
        "iteration",
        ITERATION,
        [
            number("alpha", "parameter of the nearest member of the family of equilibria"),
            number("distance", "Euclidean distance to that member", minimum=0),
        ],
    ),
    table(
        r"[^/]+/[^/]+/checkpoints/\d+\.csv",
        "Complete state of the solver",
        "player infoset action",
        ITERATION,
        SEQUENCE,
        CHECKPOINT,
    ),
)
