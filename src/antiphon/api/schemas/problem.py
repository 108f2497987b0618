"""What every answer is that is not a success."""

from pydantic import BaseModel, ConfigDict, Field


class Problem(BaseModel):
    """A problem of RFC 9457. `code` is stable and `facts` belong to it; sentences may change."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(description="Where this kind of problem is described, as a reference relative to the server")
    title: str = Field(description="The code as a person reads it")
    status: int = Field(ge=400, le=599)
    detail: str = Field(description="What happened this time, as a sentence")
    code: str = Field(pattern=r"^[a-z0-9_]+$")
    facts: dict[str, object]
