package org.sovereignbook.sbp.frontend.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;

/**
 * The only way to the user, and the rules of the interface (ARCHITECTURE, rule 8; docs/cli.md):
 *
 * <ul>
 *   <li>Results go to standard output. Notes, errors and the log of {@code serve} go to standard
 *       error, each line after {@code sbp: }, lower case, without a full stop; an error says what
 *       happened and to what, and each hint below it is something to type.
 *   <li>With {@code --json} standard output holds exactly one document, also after an error; its
 *       members are a contract, only ever extended. Notes and errors still are on standard error.
 *   <li>How a command ended is its {@link ExitCode}. That there was nothing to do is no failure,
 *       but has a code of its own, 3.
 *   <li>Colours ({@link Style}), bars and what changes in place ({@link ProgressBar}, {@link
 *       Screen}) are for terminals only; {@code NO_COLOR} is heeded, and in a pipe there is nothing
 *       of it but what {@code --color always} asks for.
 *   <li>Questions are for terminals only ({@link Question}), and an option answers each. What could
 *       destroy something is not asked but refused, and the error says the option that does it all
 *       the same.
 *   <li>Text of peers is harmless before it gets here: {@code PeerText.plain} or {@code quote} on a
 *       line, {@link #text} for whole texts.
 * </ul>
 *
 * Thread-safe as far as {@link PrintStream} is.
 */
public final class Output {
  private static final String PREFIX = "sbp: ";

  /** Longer lines are hard to read. */
  private static final int PROSE_COLUMNS = 100;

  private final World world;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;
  private final ColorMode color;
  private final Optional<Consumer<JsonObject>> documents;

  public Output(World world, boolean json, ColorMode color) {
    this.world = world;
    this.out = world.out();
    this.err = world.err();
    this.json = json;
    this.color = color;
    this.documents = Optional.empty();
  }

  public Output(World world, boolean json) {
    this(world, json, ColorMode.AUTO);
  }

  /** Returns an output of a caller in this process, which takes documents as they are. */
  public static Output into(World world, Consumer<JsonObject> documents) {
    return new Output(world, true, ColorMode.NEVER, documents);
  }

  private Output(World world, boolean json, ColorMode color, Consumer<JsonObject> documents) {
    this.world = world;
    this.out = world.out();
    this.err = world.err();
    this.json = json;
    this.color = color;
    this.documents = Optional.of(documents);
  }

  /** The same, with results printed elsewhere. */
  Output into(PrintStream other) {
    return new Output(world.printingTo(other), json, color);
  }

  /** Whether the user asked for {@code --json}. */
  public boolean isJson() {
    return json;
  }

  /** A line for people; nothing under {@code --json}. */
  public void line(String text) {
    if (!json) {
      String shown = isStyled(text) && !color.isOn(world) ? Style.strip(text) : text;
      if (shown.length() > Tty.USUAL_COLUMNS / 2 && isScreen()) {
        Table.hanging(shown, columns()).forEach(out::println);
      } else {
        out.println(shown);
      }
    }
  }

  /** Most lines have no style; what would know of colours is not loaded for them. */
  private static boolean isStyled(String text) {
    return text.indexOf('\033') >= 0;
  }

  /** Lines for people; nothing under {@code --json}. */
  public void lines(List<String> lines) {
    lines.forEach(this::line);
  }

  /** A list for people, or what there is to say when it is empty. */
  public void table(Table table, String none) {
    if (!json) {
      lines(table.isEmpty() ? List.of(none) : table.lines(columns()));
    }
  }

  /** Whether a person reads it as it is printed. */
  public boolean isScreen() {
    return world.terminal().getAsBoolean();
  }

  /** How much fits on a line: all there is where no terminal is. */
  public int columns() {
    return world.terminal().getAsBoolean() ? world.terminal().columns() : Table.ANY_WIDTH;
  }

  /** Lines of a peer's own: whatever could steer the terminal or hide text is spelled out. */
  public void text(String text) {
    if (!json) {
      text.lines().map(PeerText::harmless).forEach(out::println);
    }
  }

  /** The same for prose, indented: on a screen, long lines are broken between words. */
  public void prose(String indent, String text) {
    boolean wraps = world.terminal().getAsBoolean();
    int columns = Math.min(columns(), PROSE_COLUMNS) - indent.length();
    text.lines()
        .map(PeerText::harmless)
        .flatMap(line -> wraps ? Table.wrap(line, columns).stream() : Stream.of(line))
        .forEach(line -> line((indent + line).stripTrailing()));
  }

  /** Whether nobody reads what is printed any more, so that printing on is in vain. */
  public boolean isUnread() {
    return out.checkError();
  }

  /** Nothing more is printed here. */
  void end() {
    out.close();
  }

  /** The document for programs, once a command; nothing without {@code --json}. */
  public void json(Record document) {
    if (json) {
      json(Shape.write(document));
    }
  }

  /** The document of a command that has done what it was to do. */
  public ExitCode done(Record document) {
    json(document);
    return ExitCode.DONE;
  }

  /** The document of a list that {@link PageOptions#cut} made a page of: long texts are cut. */
  public ExitCode list(Record document) {
    if (json) {
      json(Cut.texts(Shape.write(document)));
    }
    return ExitCode.DONE;
  }

  /** A document that has another author than this program, or any. */
  public void json(JsonObject document) {
    if (documents.isPresent()) {
      documents.get().accept(document);
    } else if (json) {
      out.println(JsonWriter.pretty(document));
    }
  }

  /** One of many documents, each on a line of its own: of a command without an end. */
  public void jsonLine(Record document) {
    if (json) {
      out.println(JsonWriter.compact(Shape.write(document)));
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
    err.println(styled(Style.FAIL) + result.summary());
    List.of(hints).forEach(hint -> err.println("  " + hint));
    json(result.toJson());
  }

  /** Something worth knowing that is no error, on standard error. */
  public void note(String text) {
    err.println(PREFIX + text);
  }

  /** The same of something that should not be so, yet is no error. */
  public void warning(String text) {
    err.println(styled(Style.WARNING) + text);
  }

  private String styled(Style style) {
    return color.isOnForErrors(world) ? style.on(PREFIX.strip()) + " " : PREFIX;
  }

  /** A log line of a long-lived command, on standard error. */
  public void log(String line) {
    err.println(line);
  }

  /** What went wrong, and each hint on a line of its own; under {@code --json} also as data. */
  public void error(ExitCode exitCode, Optional<String> code, String message, List<String> hints) {
    err.println(styled(Style.FAIL) + message);
    hints.forEach(hint -> err.println("  " + hint));
    json(Failure.of(exitCode, code, message, hints));
  }

  /** The document of any subcommand that failed. */
  @Shape.Def("error")
  public record Failure(Problem error) {
    /** As it is said to programs. */
    public static Failure of(
        ExitCode exitCode, Optional<String> code, String message, List<String> hints) {
      return new Failure(new Problem(exitCode.number(), code, message, hints));
    }

    private record Problem(
        int exitCode, Optional<String> code, String message, List<String> hints) {}
  }
}
