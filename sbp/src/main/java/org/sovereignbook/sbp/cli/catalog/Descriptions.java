package org.sovereignbook.sbp.cli.catalog;

import picocli.CommandLine.Model.ArgSpec;

/** The descriptions of options and parameters, as one line each. */
final class Descriptions {
  private static final String DEFAULT_VALUE = "${DEFAULT-VALUE}";

  private Descriptions() {}

  static String of(ArgSpec arg) {
    String text = String.join(" ", arg.description());
    return text.replace(DEFAULT_VALUE, String.valueOf(arg.defaultValueString()));
  }
}
