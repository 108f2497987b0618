"""Who somebody is, and what they may not do because of it."""

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
