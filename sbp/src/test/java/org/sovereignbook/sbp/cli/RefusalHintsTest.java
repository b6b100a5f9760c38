package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** A hint of a refusal runs in the state in which it is given. */
final class RefusalHintsTest {
  private static final Pattern HINT =
      Pattern.compile("(?m)(?:^ +|(?:^ +at a terminal)?: {2})sbp ([^\n]+)$");

  private static final String AT_TERMINAL = "  at a terminal";

  /** Words that stand for something which only the reader knows. */
  private static final Pattern OPEN = Pattern.compile("\\b[A-Z]{2,}\\b|\\.\\.\\.|…");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** Refused command lines of a node with an agent and a session. */
  private static final List<String> REFUSED =
      List.of(
          "chat mian",
          "session send nosuch hello",
          "session show nosuch",
          "session tree nosuch",
          "session fork main --at 01JD0000000000000000000000",
          "session status coder",
          "session abort nosuch",
          "session compact nosuch",
          "session archive",
          "agent show codr",
          "agent remove coder",
          "agent token nobody",
          "task show nosuch",
          "task claim nosuch --as coder",
          "mail read nosuch",
          "mail send nobody hello",
          "bus get nosuch",
          "memory read nosuch",
          "memory show nobody",
          "group show nosuch",
          "swarm status nosuch",
          "swarm run nosuch",
          "trust show nobody",
          "trust assess nosuch wrong",
          "team status",
          "team stop",
          "team run x",
          "team show",
          "access approve nosuch --once",
          "access check nobody",
          "access revoke nosuch",
          "hook show nosuch",
          "event show nosuch",
          "audit show nosuch",
          "peers show nobody",
          "send nobody hello",
          "read nosuch",
          "inbox retry",
          "outbox retry nosuch",
          "config set llm.bakend builtin",
          "config set llm.daily_cost_limit many",
          "config get nosuch",
          "agent run nosuch",
          "agent run author");

  @TempDir Path folder;

  @Test
  void everyHintOfARefusalRunsInItsState() {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest owner = CliTest.in(folder.resolve("n"));
    assertThat(owner.run("agent", "register", "coder").exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("session", "send", "main", "hello").exit()).isEqualTo(ExitCode.DONE);
    Map<String, String> dead = new TreeMap<>();
    int hints = 0;
    for (String line : REFUSED) {
      CliTest.Ran refused = owner.run(words(line));
      for (Matcher hint = HINT.matcher(refused.err()); hint.find(); ) {
        // The other way to a proof is for a terminal; OwnerRuleTest goes both.
        String remedy = hint.group().startsWith(AT_TERMINAL) ? "" : hint.group(1);
        for (String command : remedy.strip().split("(?:[;,] (?:or )?| && )sbp ", -1)) {
          if (!command.isEmpty() && !OPEN.matcher(command).find() && !isLong(command)) {
            hints++;
            CliTest.Ran ran = owner.run(words(command.replace("~", folder.toString())));
            boolean isAgain = command.startsWith(line);
            boolean isUnknown = ran.exit() == ExitCode.NOT_FOUND && !isAgain;
            if (ran.exit() == ExitCode.WRONG_COMMAND_LINE || isUnknown) {
              dead.put(line + " -> sbp " + command, ran.err());
            }
          }
        }
      }
    }
    assertThat(dead).isEmpty();
    assertThat(hints).isGreaterThan(20);
  }

  /** Returns whether a command goes on until somebody stops it, or asks its reader. */
  private static boolean isLong(String command) {
    return command.matches("(up|serve|web|shell|chat|session watch|session run|demo)( .*)?");
  }

  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(line); word.find(); ) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words.toArray(String[]::new);
  }
}
