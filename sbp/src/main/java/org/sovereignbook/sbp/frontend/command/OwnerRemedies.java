package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Quoting;

/**
 * Ways through for an owner whose call was refused for want of a proof: commands that work in the
 * present state, for a terminal and without one.
 *
 * @param home the value of {@code --home}, if given
 * @param call the refused call
 * @param needsPassphrase whether a terminal is no proof here, whatever the owner decided: on the
 *     page
 */
public record OwnerRemedies(
    Node node, Optional<String> home, ToolCall call, boolean needsPassphrase) {
  /** A file for the first passphrase: no agent's tool writes there. */
  private static final String FIRST_FILE = "~/.sbp-passphrase";

  private static final String FILE = "FILE";
  private static final int MOST_TOKENS = 100;
  private static final int MOST_NAMED = 3;

  static OwnerRemedies of(Session session, Node node, ToolCall call) {
    return new OwnerRemedies(node, session.home().map(Path::toString), call, false);
  }

  /** Returns those of a call for the page, where a terminal proves nothing. */
  public static OwnerRemedies ofPage(Session session, Node node, ToolCall call) {
    return new OwnerRemedies(node, session.home().map(Path::toString), call, true);
  }

  /** Returns the tokens because of which the call was refused, as lines. */
  public static List<String> reasons(Transaction tx) {
    List<ProofRule.Counted> all = new ProofRule(tx).counted(MOST_TOKENS);
    List<String> lines = new ArrayList<>();
    for (ProofRule.Counted one : all.subList(0, Math.min(MOST_NAMED, all.size()))) {
      lines.add(reason(one));
    }
    if (all.size() > MOST_NAMED) {
      lines.add("all %d:  sbp access proof".formatted(all.size()));
    }
    return lines;
  }

  private static String reason(ProofRule.Counted token) {
    String what =
        token.of().isHandedOut() ? "a token" : "a token for a " + Words.spelled(token.of());
    if (!token.live()) {
      return "%s had %s that somebody ended; it counts until %s"
          .formatted(token.agent(), what, token.until());
    }
    return "%s has %s, until %s"
        .formatted(
            token.agent(),
            what,
            token.of().isHandedOut() ? token.until() : "that ends, or " + token.until());
  }

  /** Returns the commands. */
  public Remedies in(Transaction tx) {
    String again = command(again());
    if (new OwnerPassphrase(tx).isSet()) {
      return new Remedies(again, withFile(again, FILE));
    }
    boolean isTerminalEnough =
        !needsPassphrase && new ProofRule(tx).proof() == ProofRule.Proof.TERMINAL;
    String terminal = isTerminalEnough ? again : first(tx, false, again, again);
    String program =
        new OwnerProof(tx).keys().isEmpty()
            ? first(tx, true, again, withFile(again, FIRST_FILE))
            : byKey(again);
    return new Remedies(terminal, program);
  }

  /** Returns the commands that set the first passphrase, and then run this. */
  private String first(Transaction tx, boolean byFile, String again, String then) {
    String passphrase = command(List.of("access", "passphrase"));
    boolean isItself = again.equals(passphrase);
    boolean mayWithTokens =
        new ProofRule(tx).proof() == ProofRule.Proof.NONE
            || (!byFile && new ProofRule(tx).proof() == ProofRule.Proof.TERMINAL);
    List<String> commands = new ArrayList<>(mayWithTokens ? List.of() : ends(tx));
    if (!isItself) {
      commands.add(byFile ? withFile(passphrase, FIRST_FILE) : passphrase);
    }
    commands.add(then);
    return String.join(" && ", commands);
  }

  /** Returns the commands that end all tokens, which needs no proof. */
  private List<String> ends(Transaction tx) {
    List<ProofRule.Counted> live =
        new ProofRule(tx).counted(MOST_TOKENS).stream().filter(ProofRule.Counted::live).toList();
    List<String> commands = new ArrayList<>();
    boolean isTeam =
        live.stream().anyMatch(one -> one.of() == ProofRule.Purpose.RUN)
            && NodeLock.holder(NodeLock.team(node.home())).isPresent();
    if (isTeam) {
      commands.add(command(List.of("team", "stop", "--wait")));
    }
    live.stream()
        .filter(one -> !isTeam || one.of() != ProofRule.Purpose.RUN)
        .map(ProofRule.Counted::agent)
        .distinct()
        .forEach(agent -> commands.add(command(List.of("agent", "token", agent, "--revoke-all"))));
    return commands;
  }

  private String byKey(String again) {
    String challenge = command(List.of("access", "key", "--challenge"));
    return "%s %s \"$(sbp access prove \"$(%s)\" --key %s -- %s)\""
        .formatted(again, OwnerOptions.PROOF, challenge, FILE, "sbp " + joined(again()));
  }

  private static String withFile(String command, String file) {
    return command + " " + OwnerOptions.PASSPHRASE_FILE + " " + file;
  }

  private String command(List<String> words) {
    return "sbp "
        + joined(words)
        + home.map(path -> " " + NodeOptions.HOME + " " + Quoting.shell(path)).orElse("");
  }

  private static String joined(List<String> words) {
    return String.join(" ", words.stream().map(Quoting::shell).toList());
  }

  /** Returns the words of the call without proofs, and with its agent. */
  private List<String> again() {
    List<String> words =
        new ArrayList<>(
            OwnerProof.unproven(
                call.arguments()
                    .array(ToolCall.WORDS)
                    .flatMap(JsonArray::strings)
                    .orElse(List.of())));
    call.as().ifPresent(agent -> words.addAll(List.of(SocietyCommand.AS, agent)));
    return words;
  }
}
