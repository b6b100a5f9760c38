package org.sovereignbook.sbp.frontend.mcp;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Runs commands in this process, each in a world of its own: nothing to read, nobody at a terminal,
 * and what it prints is kept here. Thread-safe.
 *
 * @param maxBytes of what a command may print
 */
record CommandRun(Session outer, Node node, int maxBytes) {
  /** A client that hears nothing for a minute gives a call up, and may repeat it. */
  private static final String MAX_BUSY_WAIT_SECONDS = "20";

  /**
   * How a command ended.
   *
   * @param document what it printed for programs; empty when it printed nothing, or too much
   * @param notes what it said besides
   */
  record Ended(ExitCode exit, Optional<JsonObject> document, boolean isCut, String notes) {}

  /**
   * Runs a command for whoever the token proves to be; without one, for the owner. The door that it
   * comes by has it asked whether the caller may.
   */
  Ended run(List<String> words, Optional<String> token) {
    Bounded out = new Bounded(maxBytes);
    Bounded err = new Bounded(maxBytes);
    Map<String, String> environment = new TreeMap<>(outer.world().environment());
    environment.remove(SocietyCommand.TOKEN_VARIABLE);
    token.ifPresent(text -> environment.put(SocietyCommand.TOKEN_VARIABLE, text));
    environment.put(NodeHome.VARIABLE, node.home().root().toString());
    environment.put(Session.BUSY_WAIT_VARIABLE, MAX_BUSY_WAIT_SECONDS);
    World world =
        new World(
            environment,
            node.home().root(),
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            outer.world().disk(),
            outer.world().clock(),
            outer.world().random(),
            CallOrigin.by(ToolGate.CHANNEL));
    List<String> all = new ArrayList<>(words);
    all.add(1, OutputOptions.JSON);
    ExitCode exit = outer.commands().run(outer.in(world), all);
    return new Ended(exit, document(out), out.isCut, err.toString());
  }

  private static Optional<JsonObject> document(Bounded out) {
    try {
      return !out.isCut && JsonReader.file(out.bytes.toByteArray()) instanceof JsonObject document
          ? Optional.of(document)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  /** Keeps the beginning. */
  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;
    private boolean isCut;

    private Bounded(int most) {
      this.most = most;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      int kept = Math.min(length, most - bytes.size());
      bytes.write(from, offset, kept);
      isCut |= kept < length;
    }

    @Override
    public String toString() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
