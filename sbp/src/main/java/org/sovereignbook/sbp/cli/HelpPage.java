package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.frontend.command.Examples;
import org.sovereignbook.sbp.frontend.command.Range;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** A help page: picocli's text, with examples and the ranges of numbers. */
final class HelpPage extends Help {
  private HelpPage(CommandSpec spec, ColorScheme scheme) {
    super(spec, scheme);
  }

  /** Returns the whole page. */
  static String of(CommandLine line) {
    Examples.show(line);
    line.setHelpFactory(HelpPage::new);
    return line.getUsageMessage(Ansi.OFF);
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer plain = super.createDefaultOptionRenderer();
    return (option, labels, scheme) -> ranged(option, plain.render(option, labels, scheme));
  }

  @Override
  public IParameterRenderer createDefaultParameterRenderer() {
    IParameterRenderer plain = super.createDefaultParameterRenderer();
    return (parameter, labels, scheme) ->
        ranged(parameter, plain.render(parameter, labels, scheme));
  }

  private static Text[][] ranged(ArgSpec arg, Text[][] rows) {
    if (Range.of(arg).isPresent() && rows.length > 0) {
      Text[] last = rows[rows.length - 1];
      last[last.length - 1] = last[last.length - 1].concat("; " + Range.of(arg).get());
    }
    return rows;
  }
}
