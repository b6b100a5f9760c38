package org.sovereignbook.sbp.cli.command;

import java.io.PrintStream;
import java.util.List;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;

/**
 * The only way to the user: lines for people, or with {@code --json} one document for programs on
 * standard output; notes and errors on standard error. Callers pass peer text through {@code
 * PeerText} first. Thread-safe as far as {@link PrintStream} is.
 */
public final class Output {
  private static final String PREFIX = "sbp: ";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;

  public Output(PrintStream out, PrintStream err, boolean json) {
    this.out = out;
    this.err = err;
    this.json = json;
  }

  /** Whether the user asked for {@code --json}. */
  public boolean isJson() {
    return json;
  }

  /** A line for people; nothing under {@code --json}. */
  public void line(String text) {
    if (!json) {
      out.println(text);
    }
  }

  /** Lines of a peer's own: whatever could steer the terminal or hide text is spelled out. */
  public void text(String text) {
    text.lines().map(Output::harmless).forEach(this::line);
  }

  private static String harmless(String line) {
    StringBuilder harmless = new StringBuilder(line.length());
    line.codePoints()
        .mapToObj(Character::toString)
        .map(c -> PeerText.isUnsafe(c.codePointAt(0)) ? PeerText.escape(c) : c)
        .forEach(harmless::append);
    return harmless.toString();
  }

  /** Whether nobody reads what is printed any more, so that printing on is in vain. */
  public boolean isUnread() {
    return out.checkError();
  }

  /** The document for programs, once a command; nothing without {@code --json}. */
  public void json(Record document) {
    if (json) {
      json(Shape.write(document));
    }
  }

  /** A document that has another author than this program, or any. */
  public void json(JsonObject document) {
    if (json) {
      out.println(JsonWriter.pretty(document));
    }
  }

  /** What a step did, either way; idle is exit code 3. */
  public ExitCode result(StepResult result) {
    line(result.summary());
    json(result.toJson());
    return result.idle() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  /** A finding that is a failure: its document as of any result, its line as of any error. */
  public void failure(StepResult result, String... hints) {
    note(result.summary());
    List.of(hints).forEach(hint -> err.println("  " + hint));
    json(result.toJson());
  }

  /** Something worth knowing that is no error, on standard error. */
  public void note(String text) {
    err.println(PREFIX + text);
  }

  /** A log line of a long-lived command, on standard error. */
  public void log(String line) {
    err.println(line);
  }

  /** What went wrong, and each hint on a line of its own; under {@code --json} also as data. */
  public void error(ExitCode exitCode, String message, List<String> hints) {
    note(message);
    hints.forEach(hint -> err.println("  " + hint));
    json(new Failure(new Failure.Problem(exitCode.number(), message, hints)));
  }

  /** The document of any subcommand that failed. */
  @Shape.Def("error")
  public record Failure(Problem error) {
    private record Problem(int exitCode, String message, List<String> hints) {}
  }
}
