package org.sovereignbook.sbp.frontend.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;

/**
 * The single channel to the user, with the rules of the interface (ARCHITECTURE, rule 8;
 * docs/cli.md):
 *
 * <ul>
 *   <li>Results go to standard output. Notes, errors and the log of {@code serve} go to standard
 *       error, each line after {@code sbp: }, lower case, without a full stop; an error names the
 *       problem and its object, and each hint below it can be typed.
 *   <li>With {@code --json} standard output holds exactly one document, also after an error; its
 *       members are a contract, only ever extended. Notes and errors still are on standard error.
 *   <li>The outcome of a command is its {@link ExitCode}. Having nothing to do is no failure, but
 *       has a code of its own, 3.
 *   <li>Colours ({@link Style}), bars and drawings that change in place ({@link ProgressBar},
 *       {@link Screen}) are for terminals only; {@code NO_COLOR} is respected, and a pipe gets only
 *       what {@code --color always} asks for.
 *   <li>Questions are for terminals only ({@link Question}), and an option answers each.
 *       Destructive actions are not asked about but refused, and the error names the option that
 *       permits them.
 *   <li>Text of peers is made safe before it gets here: {@code PeerText.plain} or {@code quote} on
 *       a line, {@link #text} for whole texts.
 * </ul>
 *
 * Thread-safe as far as {@link PrintStream} is.
 */
public final class Output {
  /** Characters that a line of several keeps. */
  private static final String LINES = "\n\t";

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

  /** Makes an output for a caller in this process, which receives the documents as objects. */
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

  /** Returns a copy for a command that continues on another terminal. */
  public Output on(World other) {
    return new Output(other, json, color);
  }

  /** Returns a copy with standard output replaced. */
  Output into(PrintStream other) {
    return new Output(world.printingTo(other), json, color);
  }

  /** Returns whether the user asked for {@code --json}. */
  public boolean isJson() {
    return json;
  }

  /** Prints a line for people; nothing under {@code --json}. */
  public void line(String text) {
    if (!json) {
      String safe = Style.safe(text, LINES);
      String shown = isStyled(safe) && !color.isOn(world) ? Style.strip(safe) : safe;
      if (shown.length() > Tty.USUAL_COLUMNS / 2 && isScreen()) {
        Table.hanging(shown, columns()).forEach(out::println);
      } else {
        out.println(shown);
      }
    }
  }

  /** Returns whether the line has styles, so that code for colours is loaded only if needed. */
  private static boolean isStyled(String text) {
    return text.indexOf('\033') >= 0;
  }

  /** Prints lines for people; nothing under {@code --json}. */
  public void lines(List<String> lines) {
    lines.forEach(this::line);
  }

  /** Prints a list for people, or {@code none} when it is empty. */
  public void table(Table table, String none) {
    if (!json) {
      lines(table.isEmpty() ? List.of(none) : table.lines(columns()));
    }
  }

  /** Returns whether a person reads the output as it is printed. */
  public boolean isScreen() {
    return world.terminal().getAsBoolean();
  }

  /** Returns the width of a line; without a terminal it is unlimited. */
  public int columns() {
    return world.terminal().getAsBoolean() ? world.terminal().columns() : Table.ANY_WIDTH;
  }

  /**
   * Prints a text of a peer; characters that could control the terminal or hide text are escaped.
   */
  public void text(String text) {
    if (!json) {
      text.lines().map(PeerText::harmless).forEach(out::println);
    }
  }

  /** Prints a peer's prose with an indent; on a screen, long lines are broken between words. */
  public void prose(String indent, String text) {
    boolean wraps = world.terminal().getAsBoolean();
    int columns = Math.min(columns(), PROSE_COLUMNS) - indent.length();
    text.lines()
        .map(PeerText::harmless)
        .flatMap(line -> wraps ? Table.wrap(line, columns).stream() : Stream.of(line))
        .forEach(line -> line((indent + line).stripTrailing()));
  }

  /**
   * Prints a peer's Markdown with an indent: on a screen with styles, elsewhere as it was written.
   */
  public void markdown(String indent, String text) {
    if (json) {
      return;
    }
    if (isScreen()) {
      MarkdownLines.of(text, Math.min(columns(), PROSE_COLUMNS) - indent.length())
          .forEach(line -> line((indent + line).stripTrailing()));
    } else {
      prose(indent, text);
    }
  }

  /**
   * Returns a Markdown text that is printed block by block while it arrives, with an empty line
   * between them.
   */
  public StreamedMarkdown streamedMarkdown() {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    return new StreamedMarkdown(
        blocks -> {
          if (!isFirst.getAndSet(false)) {
            line("");
          }
          markdown("", blocks.strip());
        });
  }

  /** Returns the lines of a text in Markdown, as {@link #markdown} prints them on a screen. */
  List<String> markdownLines(String text) {
    return MarkdownLines.of(text, Math.min(columns(), PROSE_COLUMNS));
  }

  /** Returns whether the reader is gone, so that further output is useless. */
  public boolean isUnread() {
    return out.checkError();
  }

  /** Ends the output; further calls print nothing. */
  void end() {
    out.close();
  }

  /** Prints the document for programs, once per command; nothing without {@code --json}. */
  public void json(Record document) {
    if (json) {
      json(Shape.write(document));
    }
  }

  /** Prints the document of a successful command. */
  public ExitCode done(Record document) {
    json(document);
    return ExitCode.DONE;
  }

  /** Prints the document of a command that may have found nothing to do. */
  public ExitCode done(Record document, boolean isChanged) {
    json(document);
    return isChanged ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
  }

  /** Prints a page of a list: its rows, or {@code none}, then where it continues. */
  public ExitCode list(Record document, Page.End end, Table rows, String none) {
    table(rows, none);
    end.print(this);
    return list(document);
  }

  /** Prints the document of a page from {@link PageOptions#cut}, whose long texts are cut. */
  public ExitCode list(Record document) {
    if (json) {
      json(Cut.texts(Shape.write(document)));
    }
    return ExitCode.DONE;
  }

  /** Prints a document of any shape. */
  public void json(JsonObject document) {
    if (documents.isPresent()) {
      documents.get().accept(document);
    } else if (json) {
      out.println(JsonWriter.pretty(document));
    }
  }

  /** Prints a large document on one line, which takes a fifth less. */
  public void compactJson(JsonObject document) {
    if (documents.isPresent()) {
      documents.get().accept(document);
    } else if (json) {
      out.println(JsonWriter.compact(document));
    }
  }

  /** Prints one of many documents on a line of its own, for a command without an end. */
  public void jsonLine(Record document) {
    if (json) {
      out.println(JsonWriter.compact(Shape.write(document)));
    }
  }

  /** Prints the result of a step, for people or programs; idle is exit code 3. */
  public ExitCode result(StepResult result) {
    line(result.summary());
    json(result.toJson());
    return result.idle() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  /** Prints a failed result: its document as for any result, its line as for any error. */
  public void failure(StepResult result, String... hints) {
    err.println(styled(Style.FAIL) + result.summary());
    List.of(hints).forEach(hint -> err.println("  " + hint));
    json(result.toJson());
  }

  /** Prints a remark on standard error. */
  public void note(String text) {
    err.println(PREFIX + Style.safe(text, LINES));
  }

  /** Prints a warning on standard error: a problem that is no error. */
  public void warning(String text) {
    err.println(styled(Style.WARNING) + Style.safe(text, LINES));
  }

  private String styled(Style style) {
    return color.isOnForErrors(world) ? style.on(PREFIX.strip()) + " " : PREFIX;
  }

  /** Prints a log line of a long-lived command on standard error. */
  public void log(String line) {
    err.println(Style.safe(line, LINES));
  }

  /** Prints an error with its hints, one per line; under {@code --json} also as a document. */
  public void error(ExitCode exitCode, String message, List<String> hints, Details details) {
    err.println(styled(Style.FAIL) + Style.safe(message, LINES));
    hints.forEach(hint -> err.println("  " + Style.safe(hint, LINES)));
    json(Failure.of(exitCode, message, hints, details));
  }

  /**
   * Parts of an error for programs.
   *
   * @param code of a refusal
   * @param remedies of a refusal for want of a proof of the owner
   */
  public record Details(Optional<String> code, Optional<Remedies> remedies) {
    public static final Details NONE = new Details(Optional.empty(), Optional.empty());
  }

  /** The document of a failed subcommand. */
  @Shape.Def("error")
  public record Failure(Problem error) {
    /** Returns the document of an error. */
    public static Failure of(
        ExitCode exitCode, String message, List<String> hints, Details details) {
      return new Failure(
          new Problem(exitCode.number(), details.code(), message, hints, details.remedies()));
    }

    private record Problem(
        int exitCode,
        Optional<String> code,
        String message,
        List<String> hints,
        Optional<Remedies> remedies) {}
  }
}
