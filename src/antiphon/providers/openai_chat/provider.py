"""One server that speaks the Chat Completions wire."""

from collections.abc import AsyncGenerator

from antiphon.conversation.errors import RequestRejected
from antiphon.conversation.payload import Payload
from antiphon.conversation.receipt import PayingKey
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, post
from antiphon.egress.tape import Post
from antiphon.providers.answer import AnswerStream
from antiphon.providers.chat_body import build_chat_body, model_name
from antiphon.providers.openai_chat.frames import ChatFrames
from antiphon.providers.pace import PACE_SECONDS, Pace
from antiphon.providers.picture_maker import PictureWish, build_picture_body, find_pictures_url, order_picture
from antiphon.providers.profile import GENERIC, Profile
from antiphon.providers.provider import Outputs, WireRequest
from antiphon.providers.sending import Sender, check_content_type
from antiphon.providers.size_limits import limit_frame
from antiphon.providers.timeouts import Timeouts

_HEADERS = {"Content-Type": "application/json", "Accept": "text/event-stream"}
_PICTURE_HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}


class OpenAIChat:
    """Reaches the models behind one base URL with one key. The key is sent to that URL and nowhere else."""

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str | None,
        *,
        session: Session,
        policy: AddressPolicy,
        timeouts: Timeouts | None = None,
        pace_seconds: float = PACE_SECONDS,
        profile: Profile = GENERIC,
        api_version: str = "",
        post: Post = post,
        paying_key: PayingKey | None = None,
    ) -> None:
        self._name = name
        self._base_url = base_url
        self._api_key = api_key.strip() if api_key else None
        self._timeouts = timeouts or Timeouts()
        self._sender = Sender(name, session, policy, self._timeouts, post)
        self._pace = Pace(pace_seconds)
        self._profile = profile
        self._api_version = api_version
        self._paying_key = paying_key

    @property
    def name(self) -> str:
        """The name people configured."""
        return self._name

    def encode(self, payload: Payload) -> WireRequest:
        """The exact request for this payload, without the key."""
        model = model_name(payload.model)
        return WireRequest(
            advisor_id=payload.advisor_id,
            provider=self._name,
            model=model,
            url=self._build_url(model),
            body=build_chat_body(payload, self._profile),
            headers=_HEADERS,
            paying_key=self._paying_key,
        )

    async def stream(self, request: WireRequest) -> AsyncGenerator[Outputs, None]:
        """Send exactly these bytes once and yield what comes back; see `Provider.stream`."""
        if request.url != self._build_url(request.model):
            raise RequestRejected(self._name, provider_message="the request was made for another address")
        auth = self._profile.build_auth(self._api_key) if self._api_key else {}
        response = await self._sender.send(request, auth, self._api_key)
        try:
            frames = ChatFrames(self._name, self._api_key, wants_thoughts=self._profile.wants_thoughts)
            answer = AnswerStream(
                self._name,
                response,
                frames,
                timeouts=self._timeouts,
                pace=self._pace,
                frame_limit=limit_frame(request.model),
            )
            is_whole = check_content_type(self._name, response) == "application/json"
            if is_whole and (whole := await answer.read_whole()):
                yield whole
            while (outputs := await answer.read()) is not None:
                if outputs:
                    yield outputs
        finally:
            response.close()

    def encode_picture(self, wish: PictureWish) -> WireRequest:
        """The exact request for a picture, without the key."""
        model = model_name(wish.model)
        return WireRequest(
            advisor_id=wish.advisor_id,
            provider=self._name,
            model=model,
            url=find_pictures_url(self._build_url(model)),
            body=build_picture_body(wish),
            headers=_PICTURE_HEADERS,
            paying_key=self._paying_key,
        )

    async def make_picture(self, request: WireRequest) -> bytes:
        """Send exactly these bytes once; see `PictureMaker.make_picture`."""
        if request.url != find_pictures_url(self._build_url(request.model)):
            raise RequestRejected(self._name, provider_message="the request was made for another address")
        auth = self._profile.build_auth(self._api_key) if self._api_key else {}
        return await order_picture(self._sender, request, auth, self._api_key)

    def _build_url(self, model: str) -> str:
        return self._profile.build_url(self._base_url, model, self._api_version)
