package org.sovereignbook.sbp.plugins.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.node.Quoting;

/**
 * The completion script for zsh: one function for each command, in the syntax of {@code
 * _arguments}.
 */
final class ZshCompletion {
  private static final String HEAD =
      """
      #compdef sbp
      # zsh completion of sbp, made by: sbp completion zsh
      # To switch it on, in ~/.zshrc after compinit:   source <(sbp completion zsh)
      # or save it as _sbp in a folder of $fpath.

      # What the node has names for, asked of the program.
      _sbp_node() {
        local -a typed=("${(@Q)${(z)LBUFFER}}") found
        local line
        for line in "${(@f)$("$typed[1]" complete $1 -- "${(Q)PREFIX}" "${(@)typed[2,-1]}" 2>/dev/null)}"; do
          [[ -n $line ]] && found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
        done
        _describe -t values value found
      }

      """;
  private static final String TAIL =
      """
      if [[ ${funcstack[1]} == _sbp ]]; then
        _sbp "$@"
      else
        compdef _sbp sbp
      fi
      """;

  private ZshCompletion() {}

  static String script(List<CommandInfo> all) {
    StringBuilder script = new StringBuilder(HEAD);
    all.forEach(command -> function(script, command));
    return script.append(TAIL).toString();
  }

  private static String name(CommandInfo command) {
    return Stream.concat(Stream.of("_sbp"), command.path().stream())
        .collect(Collectors.joining("_"))
        .replace('-', '_');
  }

  private static void function(StringBuilder script, CommandInfo command) {
    List<String> specs = new ArrayList<>();
    command.options().forEach(option -> specs.addAll(specs(option)));
    if (command.commands().isEmpty()) {
      command.parameters().forEach(parameter -> specs.add(Quoting.quoted(spec(parameter))));
    } else {
      specs.add("'1: :->command'");
      specs.add("'*:: :->behind'");
    }
    script.append(name(command)).append("() {\n");
    script.append("  local curcontext=\"$curcontext\" context state state_descr line\n");
    script.append("  typeset -A opt_args\n");
    script.append("  _arguments -C -s");
    specs.forEach(spec -> script.append(" \\\n    ").append(spec));
    script.append('\n');
    if (!command.commands().isEmpty()) {
      choose(script, command.commands());
    }
    script.append("}\n\n");
  }

  private static void choose(StringBuilder script, List<CommandInfo> commands) {
    script.append("  case $state in\n    command)\n      local -a commands=(\n");
    for (CommandInfo command : commands) {
      script
          .append("        ")
          .append(Quoting.quoted(command.name() + ":" + command.description().replace(":", "\\:")))
          .append('\n');
    }
    script.append("      )\n      _describe -t commands command commands\n      ;;\n");
    script.append("    behind)\n      case $words[1] in\n");
    for (CommandInfo command : commands) {
      script.append("        %s) %s ;;\n".formatted(command.name(), name(command)));
    }
    script.append("      esac\n      ;;\n  esac\n");
  }

  /**
   * Returns one specification for each spelling; each excludes the others, unless the option is
   * repeatable.
   */
  private static List<String> specs(Argument option) {
    String explained = "[" + escaped(option.description()) + "]";
    String value = option.takesValue() ? action(option) : "";
    String exclusion = option.repeatable() ? "*" : "(" + String.join(" ", option.spellings()) + ")";
    return option.spellings().stream()
        .map(
            name -> {
              boolean joins = option.takesValue() && name.startsWith("--");
              return Quoting.quoted(exclusion + name + (joins ? "=" : "") + explained + value);
            })
        .collect(Collectors.toList());
  }

  private static String spec(Argument parameter) {
    String place = parameter.repeatable() ? "*" : parameter.required() ? "" : ":";
    return place + action(parameter);
  }

  private static String action(Argument value) {
    String action =
        switch (value.type()) {
          case CHOICE -> "(" + String.join(" ", value.words()) + ")";
          case FILE -> "_files";
          case FOLDER -> "_files -/";
          default -> value.type().isOfNode() ? "{_sbp_node " + value.kind() + "}" : "()";
        };
    return ":" + value.label().replace(":", "\\:") + ":" + action;
  }

  private static String escaped(String description) {
    return description.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
  }
}
