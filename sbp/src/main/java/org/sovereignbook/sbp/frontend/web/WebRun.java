package org.sovereignbook.sbp.frontend.web;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Calls of commands for the page, in this process, by the channel {@code web}: the document is what
 * {@code --json} prints. Each call is authorized and recorded as any other. Thread-safe.
 */
record WebRun(Session outer, Node node) {
  static final String CHANNEL = ToolCall.WEB;

  /** A browser waits for a busy node no longer than this. */
  private static final String MAX_BUSY_WAIT_SECONDS = "20";

  /** Longer documents are an error: no view has them. */
  private static final int MAX_DOCUMENT_BYTES = 16 * 1_024 * 1_024;

  /** The end of a command, with its document as printed. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record Ended(ExitCode exit, byte[] document) {}

  /**
   * Runs a command of the owner.
   *
   * @param isProven whether the owner's passphrase or key was verified for this call
   */
  Ended run(List<String> words, boolean isProven) {
    Bounded out = new Bounded();
    return new Ended(run(words, isProven, out), out.whole());
  }

  /** Runs a command of the owner whose lines are sent as they are printed. */
  ExitCode stream(List<String> words, OutputStream out) {
    return run(words, false, out);
  }

  private ExitCode run(List<String> words, boolean isProven, OutputStream out) {
    Map<String, String> environment = new TreeMap<>(outer.world().environment());
    environment.remove(SocietyCommand.TOKEN_VARIABLE);
    environment.put(NodeHome.VARIABLE, node.home().root().toString());
    environment.put(Session.BUSY_WAIT_VARIABLE, MAX_BUSY_WAIT_SECONDS);
    World world =
        new World(
            environment,
            node.home().root(),
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            () -> false,
            outer.world().disk(),
            outer.world().clock(),
            outer.world().random(),
            isProven ? CallOrigin.provenBy(CHANNEL) : CallOrigin.by(CHANNEL));
    List<String> line = new ArrayList<>(words);
    int end = line.indexOf("--");
    line.add(end < 0 ? line.size() : end, OutputOptions.JSON);
    return outer.commands().of(node).run(outer.in(world), line);
  }

  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      if (bytes.size() + length > MAX_DOCUMENT_BYTES) {
        throw new IllegalStateException("the document is too long");
      }
      bytes.write(from, offset, length);
    }

    byte[] whole() {
      return bytes.toByteArray();
    }
  }
}
