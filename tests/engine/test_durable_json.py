"""What the durable engine keeps is data, and comes back as data."""

from pathlib import Path

from dbos import DBOSPortableJSONSerializer

from antiphon.conversation.ids import NodeId
from antiphon.engine.recovery.durable import Durable


def test_the_durable_engine_speaks_json_and_builds_no_objects(tmp_path: Path) -> None:
    """R-06: DBOS would use pickle unless told; what looks like a marker of some serializer stays a dictionary."""
    durable = Durable(database_url=None, sqlite_path=tmp_path / "engine.db", node_id=NodeId("n_1"))
    serializer = durable._config["serializer"]
    assert isinstance(serializer, DBOSPortableJSONSerializer)
    hostile = {"__type__": "os.system", "lc": 1, "$ref": "#/x", "py/object": "subprocess.Popen", "__reduce__": ["id"]}

    assert serializer.deserialize(serializer.serialize(hostile)) == hostile
