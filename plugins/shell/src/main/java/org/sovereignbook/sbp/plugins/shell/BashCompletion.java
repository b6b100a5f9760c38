package org.sovereignbook.sbp.plugins.shell;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.node.Quoting;

/**
 * The completion script for bash 3.2 and later: a table of all commands, and one function that
 * walks the words typed so far. Bash shows no descriptions itself; in its lists they follow the
 * words.
 */
final class BashCompletion {
  private static final String PROGRAM =
      """
      # bash completion of sbp, made by: sbp completion bash
      # To switch it on, in ~/.bashrc:   source <(sbp completion bash)

      # Sets commands, options and parameters to those of the command that $1 names. A command is
      # NAME|DESCRIPTION, an option NAME|KIND|DESCRIPTION, a parameter KIND, with ... if it repeats.
      _sbp_describe() {
        commands=() options=() parameters=()
        case $1 in
      %s  esac
      }

      # The kind of the value of option $1; empty when it has none.
      _sbp_kind() {
        local entry
        for entry in ${options[@]+"${options[@]}"}; do
          if [[ ${entry%%%%|*} == "$1" ]]; then
            entry=${entry#*|}
            [[ ${entry%%%%|*} == flag ]] || echo "${entry%%%%|*}"
            return
          fi
        done
      }

      # Offers the names of the entries that begin with $word; in a list, with their descriptions.
      _sbp_offer() {
        local entry name width=0 found=()
        for entry; do
          name=${entry%%%%|*}
          [[ $name == "$word"* ]] || continue
          found+=("$entry")
          ((${#name} > width)) && width=${#name}
        done
        for entry in ${found[@]+"${found[@]}"}; do
          name=${entry%%%%|*}
          if [[ ${#found[@]} -gt 1 && (${COMP_TYPE:-9} == 63 || ${COMP_TYPE:-9} == 33) ]]; then
            printf -v name "%%-${width}s  (%%s)" "$name" "${entry##*|}"
          fi
          COMPREPLY+=("$name")
        done
      }

      # What the node has names for, asked of the program; a typed beginning may be quoted.
      _sbp_node() {
        local line found=() word=${word//\\\\/}
        word=${word#[\\"\\']}
        while IFS= read -r line; do found+=("${line/$'\\t'/|}"); done < <("${COMP_WORDS[0]}" \\
          complete "$1" -- "$word" "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
        compopt -o filenames 2>/dev/null
        _sbp_offer ${found[@]+"${found[@]}"}
      }

      _sbp_value() {
        local line
        case $1 in
          text|integer|pair) ;;
          choice:*) COMPREPLY=($(compgen -W "${1#choice:}" -- "$word")) ;;
          file)
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
            ;;
          folder)
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$word")
            ;;
          *) _sbp_node "$1" ;;
        esac
      }

      _sbp() {
        local word=${COMP_WORDS[COMP_CWORD]} previous command='' kind='' entry below
        local argument=0 ended='' i commands options parameters
        COMPREPLY=()
        _sbp_describe ''
        for ((i = 1; i < COMP_CWORD; i++)); do
          previous=${COMP_WORDS[i]}
          if [[ $previous == '=' ]]; then
            continue
          elif [[ -n $kind ]]; then
            kind=''
          elif [[ $previous == -- ]]; then
            ended=1
          elif [[ $previous == -* && -z $ended ]]; then
            kind=$(_sbp_kind "$previous")
          else
            below=''
            for entry in ${commands[@]+"${commands[@]}"}; do
              [[ ${entry%%%%|*} == "$previous" ]] && below=$previous
            done
            if [[ -n $below ]]; then
              command=${command:+$command }$below
              argument=0
              _sbp_describe "$command"
            else
              argument=$((argument + 1))
            fi
          fi
        done
        [[ $word == '=' ]] && word=''
        if [[ -n $kind ]]; then
          _sbp_value "$kind"
        elif [[ $word == -* && -z $ended ]]; then
          _sbp_offer "${options[@]}"
        else
          ((argument == 0)) && _sbp_offer ${commands[@]+"${commands[@]}"}
          kind=${parameters[argument]:-}
          if [[ -z $kind && ${#parameters[@]} -gt 0 ]]; then
            kind=${parameters[${#parameters[@]} - 1]}
            [[ $kind == *... ]] || kind=''
          fi
          [[ -n $kind ]] && _sbp_value "${kind%%...}"
        fi
      }

      # A colon ends no word here: addresses and hashes have some.
      COMP_WORDBREAKS=${COMP_WORDBREAKS//:}
      complete -F _sbp sbp
      """;

  private BashCompletion() {}

  static String script(List<CommandInfo> all) {
    StringBuilder table = new StringBuilder();
    all.forEach(command -> entry(table, command));
    return PROGRAM.formatted(table);
  }

  private static void entry(StringBuilder table, CommandInfo command) {
    table.append("    ").append(Quoting.quoted(command.command())).append(")\n");
    list(
        table,
        "commands",
        command.commands().stream().map(below -> below.name() + "|" + below.description()));
    list(
        table,
        "options",
        command.options().stream()
            .flatMap(
                option ->
                    option.spellings().stream()
                        .map(name -> name + "|" + kind(option) + "|" + option.description())));
    list(
        table,
        "parameters",
        command.parameters().stream()
            .map(parameter -> kind(parameter) + (parameter.repeatable() ? "..." : "")));
    table.append("      ;;\n");
  }

  private static void list(StringBuilder table, String name, Stream<String> words) {
    List<String> all = words.map(Quoting::quoted).toList();
    if (!all.isEmpty()) {
      table.append("      ").append(name).append("=(\n");
      all.forEach(word -> table.append("        ").append(word).append('\n'));
      table.append("      )\n");
    }
  }

  private static String kind(Argument value) {
    return switch (value.type()) {
      case CHOICE -> "choice:" + String.join(" ", value.words());
      default -> value.kind();
    };
  }
}
