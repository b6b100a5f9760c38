package org.sovereignbook.sbp.plugins.matrix;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.channels.ChannelContract;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** Matrix, with a homeserver of the test. */
class MatrixContractTest extends ChannelContract {
  private final Homeserver server;
  private final String room;

  MatrixContractTest() throws IOException {
    server = new Homeserver();
    room = server.room(Homeserver.AGENT, Homeserver.OWNER);
  }

  @Override
  protected ChannelLine open() throws ChannelException {
    return new MatrixAdapter()
        .open(
            new ChannelSetup(
                "matrix",
                Map.of("server", server.url(), "user", Homeserver.AGENT),
                Homeserver.OWNER,
                () -> "secret",
                InstantSource.system()));
  }

  @Override
  protected void stop() {
    server.stop();
  }

  @Override
  protected String owner() {
    return Homeserver.OWNER;
  }

  @Override
  protected void arrives(String text) {
    String _ = server.say(room, Homeserver.OWNER, text);
  }

  @Override
  protected List<String> keys() {
    return server.said().stream().map(one -> one.string(MatrixLine.KEY).orElse("")).toList();
  }

  /** Returns what the agent has said in a room. */
  static List<String> texts(List<JsonObject> said, String room) {
    return said.stream()
        .filter(one -> one.string("room").filter(room::equals).isPresent())
        .map(one -> one.string("body").orElse(""))
        .toList();
  }
}
