package org.sovereignbook.sbp.cli.catalog;

import picocli.CommandLine.Model.PositionalParamSpec;

/** One argument of a command that is told by its place. */
public record ParameterInfo(Value value, boolean required, boolean repeatable, String description) {

  static ParameterInfo of(PositionalParamSpec parameter, String command) {
    return new ParameterInfo(
        Value.of(parameter, command),
        parameter.required(),
        parameter.isMultiValue(),
        Descriptions.of(parameter));
  }
}
