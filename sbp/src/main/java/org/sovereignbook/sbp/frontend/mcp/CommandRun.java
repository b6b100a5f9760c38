package org.sovereignbook.sbp.frontend.mcp;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.CommandCall;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Calls of commands in this process, each in a world of its own: without input or terminal, and
 * with its document as the result. Thread-safe.
 *
 * @param maxNotesBytes limit of a command's output besides its document
 */
record CommandRun(Session outer, Node node, int maxNotesBytes) {
  /** A client without an answer for a minute gives up a call, and may repeat it. */
  private static final String MAX_BUSY_WAIT_SECONDS = "20";

  /**
   * The end of a command.
   *
   * @param document its result; empty when it gave none
   * @param notes its other output
   */
  record Ended(ExitCode exit, Optional<JsonObject> document, String notes) {}

  /**
   * Calls a command for the token's agent; without a token, for the owner. The command authorizes
   * the caller.
   */
  Ended call(CommandCall call, Optional<String> token) {
    Bounded err = new Bounded(maxNotesBytes);
    AtomicReference<Optional<JsonObject>> document = new AtomicReference<>(Optional.empty());
    World world = world(token, err);
    Output output = Output.into(world, given -> document.set(Optional.of(given)));
    Session session = outer.in(world).with(output, Optional.empty());
    ExitCode exit = outer.commands().of(node).call(session, call);
    return new Ended(exit, document.get(), err.toString());
  }

  private World world(Optional<String> token, OutputStream err) {
    Map<String, String> environment = new TreeMap<>(outer.world().environment());
    environment.remove(SocietyCommand.TOKEN_VARIABLE);
    token.ifPresent(text -> environment.put(SocietyCommand.TOKEN_VARIABLE, text));
    environment.put(NodeHome.VARIABLE, node.home().root().toString());
    environment.put(Session.BUSY_WAIT_VARIABLE, MAX_BUSY_WAIT_SECONDS);
    return new World(
        environment,
        node.home().root(),
        InputStream.nullInputStream(),
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> false,
        outer.world().disk(),
        outer.world().clock(),
        outer.world().random(),
        CallOrigin.by(ToolGate.CHANNEL));
  }

  /** Keeps the beginning of the output. */
  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;

    private Bounded(int most) {
      this.most = most;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes.write(from, offset, Math.min(length, most - bytes.size()));
    }

    @Override
    public String toString() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
