"""Who somebody is, and what they may not do because of it."""

from typing import Literal

from antiphon.conversation.errors.failure import AntiphonError, Refused


class NotSignedIn(Refused):
    """The request brings no credential that counts: none, or one that is wrong, ended or revoked."""

    code = "not_signed_in"

    def __init__(self) -> None:
        super().__init__("sign in first")


class SignInRefused(Refused):
    """Name or password is wrong, or whoever it is may not sign in. Which of them is never told."""

    code = "sign_in_refused"

    def __init__(self) -> None:
        super().__init__("this name and this password do not belong together")


class SecondFactorNeeded(Refused):
    """The password is right, and this person has a second factor: the same request again, with a code."""

    code = "second_factor_needed"

    def __init__(self) -> None:
        super().__init__("enter the code that your app shows, or one of your recovery codes")


class CodeRefused(Refused):
    """A code that is wrong, has run out or was used before; which of them is not told."""

    code = "code_refused"

    def __init__(self) -> None:
        super().__init__("this code does not count; wait for the next one and try again")


class SecondFactorRequired(Refused):
    """Whoever may do this must have a second factor, and has none yet."""

    code = "second_factor_required"

    def __init__(self) -> None:
        super().__init__("add a second factor to your account first")


class TooManyAttempts(Refused):
    """Somebody guesses, at a name or from an address."""

    code = "too_many_attempts"

    def __init__(self, wait_seconds: int) -> None:
        self.wait_seconds = wait_seconds
        super().__init__(f"too many attempts; wait {wait_seconds} s and try again")


class SignInBusy(AntiphonError):
    """More people sign in at once than passwords can be checked for."""

    code = "sign_in_busy"

    def __init__(self) -> None:
        super().__init__("many people are signing in right now; try again in a moment")


class VerifyAgain(Refused):
    """What is asked for needs somebody who proved a moment ago to be there."""

    code = "verify_again"

    def __init__(self) -> None:
        super().__init__("say your password once more, then try again")


class NotSetUp(AntiphonError):
    """There is no owner yet."""

    code = "not_set_up"

    def __init__(self) -> None:
        super().__init__("nobody owns this installation yet; open the link that it printed when it started")


class PasswordRefused(Refused):
    """A new password that is not good enough."""

    code = "password_refused"

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"this password cannot be used: {reason}")


class LinkGone(Refused):
    """A link that was used, has run out, was taken back or never was: the four are not told apart."""

    code = "link_gone"

    def __init__(self) -> None:
        super().__init__("this link no longer counts; ask for a new one")


class AddressTaken(Refused):
    """Somebody signs in with this address already."""

    code = "address_taken"

    def __init__(self) -> None:
        super().__init__("somebody has this address already")


class LastOwner(Refused):
    """The only owner would go."""

    code = "last_owner"

    def __init__(self) -> None:
        super().__init__("this is the only owner; make somebody else an owner first")


class DeviceUndecided(Refused):
    """Nobody has typed the code yet, or decided; ask again after `wait_seconds`."""

    code = "authorization_pending"

    def __init__(self, wait_seconds: int) -> None:
        self.wait_seconds = wait_seconds
        super().__init__(f"nobody has allowed it yet; ask again in {wait_seconds} s")


class DeviceHasty(Refused):
    """It was asked again too soon."""

    code = "slow_down"

    def __init__(self, wait_seconds: int) -> None:
        self.wait_seconds = wait_seconds
        super().__init__(f"asked too soon; ask again in {wait_seconds} s")


class DeviceDenied(Refused):
    """Whoever typed the code said no."""

    code = "access_denied"

    def __init__(self) -> None:
        super().__init__("it was not allowed")


class DeviceExpired(Refused):
    """Nobody typed the code in time, it was used already, or there never was one."""

    code = "expired_token"

    def __init__(self) -> None:
        super().__init__("this code no longer counts; begin again")


class CodeUnknown(Refused):
    """No program waits for this code."""

    code = "code_unknown"

    def __init__(self) -> None:
        super().__init__("no program waits for this code; look at it once more, or begin again")


# Why somebody came back from an OpenID provider without being let in; the page says it in its own words.
SignOnProblem = Literal[
    "already_linked",
    "another_person",
    "cancelled",
    "expired",
    "no_role",
    "not_proved",
    "not_set_up",
    "provider_refused",
    "provider_unavailable",
    "suspended",
    "too_many_attempts",
    "unknown_person",
]


class SignOnRefused(Refused):
    """Somebody for whom an OpenID provider should vouch is not let in. Why in detail is for the log alone."""

    code = "sign_on_refused"

    def __init__(self, problem: SignOnProblem, reason: str = "") -> None:
        self.problem = problem
        self._reason = reason
        super().__init__("signing in there did not work; try again, or ask whoever runs this server")

    @property
    def reason(self) -> str:
        """What was wrong, in words for whoever runs the server."""
        return self._reason


class LastWayIn(Refused):
    """The last thing somebody can sign in with would go."""

    code = "last_way_in"

    def __init__(self) -> None:
        super().__init__("this is your only way to sign in; choose a password or add another one first")


class SignOutNoticeRefused(Refused):
    """A notice that somebody has signed out elsewhere, which is not what the provider may send."""

    code = "sign_out_notice_refused"

    def __init__(self) -> None:
        super().__init__("this notice does not count")
