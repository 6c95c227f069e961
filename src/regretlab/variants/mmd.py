"""Magnetic mirror descent: a step toward higher values, and a step back toward a fixed strategy, the magnet.

S. Sokota, R. D'Orazio, J. Z. Kolter, N. Loizou, M. Lanctot, I. Mitliagkas, N. Brown, C. Kroer, "A unified approach to
reinforcement learning, quantal response equilibria, and two-player zero-sum games", ICLR 2023, with dilated entropy, and the
strategy of greatest dilated entropy as the magnet. With t = 1, 2, ..., and v from leaves to root:

    v(I) = (α + 1/η) log Σ (σᵗ(I,a) exp(η qᵗ(I,a)))^(1/(1 + ηα))
    Rᵗ(I,a) = (log σᵗ(I,a) + η rᵗ(I,a)) / (1 + ηα)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,a) = exp Rᵗ(I,a), divided by its sum

Deviations: none; it is OpenSpiel's `mmd_dilated`. For α > 0 the current strategy converges to the quantal response equilibrium
of that temperature in the reduced normal form.
"""

from regretlab.elementary import Floats, exponential, logarithm
from regretlab.parameters import check_range
from regretlab.rows import Rows
from regretlab.variant import SIMULTANEOUS, Arrays, Variant


def _log_of_sum(s: Rows, R: Floats) -> Floats:
    """log Σ exp R(I,·), without underflow."""
    greatest = s.greatest(R)
    return greatest + logarithm(s.total(exponential(R - greatest)))


def _normalized(s: Rows, R: Floats) -> Floats:
    """R less the logarithm of the sum of its exponentials: log σ."""
    return R - _log_of_sum(s, R)


def variant(alpha: float = 0.1, eta: float = 0.1) -> Variant:
    """The rule; `alpha` is the temperature, in the unit of the payoffs, `eta` the step."""
    check_range("alpha", alpha, 0, 1e6)
    check_range("eta", eta, 1e-9, 1e6)

    def stepped(s: Rows, R: Floats, values: Floats) -> Floats:
        """(log σ + η values) / (1 + ηα), with log σ from R."""
        return (_normalized(s, R) + eta * values) / (1.0 + eta * alpha)

    return Variant(
        title="magnetic mirror descent",
        updates=SIMULTANEOUS,
        value=lambda s: (alpha + 1.0 / eta) * _log_of_sum(s, stepped(s, s.R, s.q)),
        answer="current",
        reference="Sokota et al., ICLR 2023",
        guarantee="two-player zero-sum games, small steps: linear convergence of the current strategy to a quantal response",
        averaging="uniform",
        scale_free=False,
        rule=Arrays(
            add_regret=lambda s: stepped(s, s.R, s.r),
            policy=lambda s: exponential(_normalized(s, s.R)),
        ),
    )
