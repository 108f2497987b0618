"""What all requests have in common."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

# Four million characters is more than any window holds; past it a body is a mistake or an attack.
Text = Annotated[str, Field(max_length=4_000_000)]
Title = Annotated[str, Field(max_length=300)]
# PostgreSQL keeps no NUL in a text; nothing that has one can be the name of anything.
Id = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00]*$")]
Ids = Annotated[list[Id], Field(max_length=10_000)]
Attachments = Annotated[list[Id], Field(max_length=50)]
ModelName = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\x00]*$")]
# A day somebody plans for. Close to the end of the calendar there is no next day and no other time zone; nobody means a
# day as far away as this. What a client's clock says of now is not planned: a wrong one must not keep it from sending.
Moment = Annotated[AwareDatetime, Field(ge=datetime(2000, 1, 1, tzinfo=UTC), lt=datetime(2200, 1, 1, tzinfo=UTC))]


class Body(BaseModel):
    """Something a client says; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")
