package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import org.sovereignbook.sbp.cli.Program;
import picocli.CommandLine.Option;

/** The options of every subcommand, handled by {@link Program}. */
public final class OutputOptions {
  public static final String JSON = "--json";
  public static final String COLOR = "--color";
  public static final String HELP = "--help";
  public static final String STACKTRACE = "--stacktrace";

  /** Options that may stand at any level of a command line, before or after a subcommand. */
  public static final List<String> SHARED =
      List.of(NodeOptions.HOME, NodeOptions.TRUST_OWNER, JSON, COLOR, STACKTRACE, HELP);

  @Option(names = JSON, description = "print one JSON document instead of lines")
  boolean json;

  @Option(
      names = COLOR,
      paramLabel = "WHEN",
      description = "auto, always or never (default auto: on a terminal, unless NO_COLOR is set)")
  ColorMode color = ColorMode.AUTO;

  @Option(names = STACKTRACE, description = "after an error, show where in the program it arose")
  boolean stacktrace;

  @Option(
      names = {"-h", HELP},
      usageHelp = true,
      description = "show this help")
  boolean help;
}
