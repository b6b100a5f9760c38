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
          "agent run author",
          "inbox retry nosuch",
          "inbox drop",
          "inbox drop nosuch",
          "outbox retry",
          "outbox drop nosuch",
          "hook retry nosuch",
          "hook retry",
          "hook drop nosuch",
          "session retry nosuch",
          "session drop nosuch",
          "session drop",
          "group retry nosuch",
          "group drop nosuch",
          "access remove nosuch.yaml",
          "access remove",
          "access explain nosuch",
          "access requests nosuch",
          "access deny nosuch",
          "access approve",
          "access test nosuch.yaml",
          "access passphrase",
          "session archive nosuch",
          "session archive main --undo",
          "session archive --days many",
          "session watch nosuch",
          "session list --agent nobody",
          "session list --state nosuch",
          "session send nosuch",
          "chat --new",
          "memory approve",
          "memory approve nosuch",
          "memory approve --hot nobody",
          "memory approve route --reject",
          "memory hook nosuch --as coder",
          "memory import nosuch.md",
          "memory history nosuch",
          "memory novelty nosuch --threshold 2",
          "memory status nobody",
          "agent merge coder",
          "agent review coder",
          "agent return nosuch.json",
          "agent leave nobody out.json",
          "agent host nosuch.json",
          "agent unregister coder",
          "chain read nosuch",
          "chain read coder",
          "chain rate coder nosuch 90",
          "chain register nobody",
          "chain revoke coder 1",
          "team evolve coder",
          "team why nosuch",
          "team set nosuch 1",
          "team score nosuch",
          "event list --kind task.added",
          "event subscribe task.added",
          "event list --since nosuch",
          "hook accept nosuch",
          "hook new nosuch",
          "webhook add news --secret word",
          "webhook show nosuch",
          "persona show nosuch",
          "grant revoke nosuch",
          "reputation show nosuch",
          "swarm disband nosuch",
          "swarm create nosuch.json",
          "trust show",
          "group add nosuch coder",
          "group leave nosuch",
          "web open nosuch",
          "config set llm.backend olama",
          "config set teams.live_files perhaps",
          "config set access.time_zone Nowhere/City",
          "task add x --deadline nosuch",
          "task retry nosuch",
          "task edit nosuch",
          "search",
          "memory search",
          "digest --day nosuch",
          "lost --accept nosuch",
          "doctor nosuch",
          "peers trust nobody",
          "publish nosuch",
          "endorse nobody");

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
            boolean isDead = ran.exit() == ExitCode.WRONG_COMMAND_LINE || isUnknown;
            if (isDead && !isOtherWord(refused.err(), command, ran.err())) {
              dead.put(line + " -> sbp " + command, ran.err());
            }
          }
        }
      }
    }
    assertThat(dead).isEmpty();
    assertThat(hints).isGreaterThan(60);
  }

  /** Returns whether a hint corrects the name of a command only, which then says its form. */
  private static boolean isOtherWord(String refusal, String command, String error) {
    return refusal.contains("did you mean:  sbp " + command)
        && error.contains("missing required parameter")
        && error.contains("its form:  sbp " + command);
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
