package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final List<String> SET = List.of("access", "passphrase");
  private static final String END_OF_OPTIONS = "--";
  private static final int MOST_TOKENS = 100;
  private static final int MOST_NAMED = 3;

  static OwnerRemedies of(Session session, Node node, ToolCall call) {
    return new OwnerRemedies(node, session.home().map(Path::toString), call, false);
  }

  /** Returns those of a call for the page, where a terminal proves nothing. */
  public static OwnerRemedies ofPage(Session session, Node node, ToolCall call) {
    return new OwnerRemedies(node, session.home().map(Path::toString), call, true);
  }

  /** Returns the tokens that caused the refusal, as lines, and another proof. */
  public static List<String> reasons(Transaction tx) {
    List<ProofRule.Counted> all = new ProofRule(tx).counted(MOST_TOKENS);
    List<String> lines = new ArrayList<>();
    new OwnerPassphrase(tx)
        .restsUntil()
        .ifPresent(at -> lines.add("no passphrase counts before %s, also in these:".formatted(at)));
    for (ProofRule.Counted one : all.subList(0, Math.min(MOST_NAMED, all.size()))) {
      lines.add(reason(one));
    }
    if (all.size() > MOST_NAMED) {
      lines.add("all %d:  sbp access proof".formatted(all.size()));
    }
    if (!new OwnerProof(tx).keys().isEmpty()) {
      lines.add("with a key of yours and a new nonce:  sbp access key --challenge");
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
      return new Remedies(again, command(again(), OwnerOptions.PASSPHRASE_FILE, FILE));
    }
    boolean isTerminalEnough =
        !needsPassphrase && new ProofRule(tx).proof() == ProofRule.Proof.TERMINAL;
    String terminal = isTerminalEnough ? again : first(tx, false);
    String program = new OwnerProof(tx).keys().isEmpty() ? first(tx, true) : byKey();
    return new Remedies(terminal, program);
  }

  /** Returns the commands that set the first passphrase, and then run this. */
  private String first(Transaction tx, boolean byFile) {
    String[] proof =
        byFile ? new String[] {OwnerOptions.PASSPHRASE_FILE, FIRST_FILE} : new String[0];
    ProofRule.Proof decided = new ProofRule(tx).proof();
    boolean mayWithTokens =
        decided == ProofRule.Proof.NONE || (!byFile && decided == ProofRule.Proof.TERMINAL);
    List<String> commands = new ArrayList<>(mayWithTokens ? List.of() : ends(tx));
    if (!again().equals(SET)) {
      commands.add(command(SET, proof));
    }
    commands.add(command(again(), proof));
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

  private String byKey() {
    String challenge = command(List.of("access", "key", "--challenge"));
    String prove = "\"$(sbp access prove \"$(%s)\" --key %s -- sbp %s)\"";
    return command(
        again(), OwnerOptions.PROOF, prove.formatted(challenge, FILE, joined(again().stream())));
  }

  /**
   * Returns a command line.
   *
   * @param proof words for a shell that go before the end of the options
   */
  private String command(List<String> words, String... proof) {
    int end = words.contains(END_OF_OPTIONS) ? words.indexOf(END_OF_OPTIONS) : words.size();
    List<String> line = new ArrayList<>(List.of("sbp", joined(words.subList(0, end).stream())));
    call.as().ifPresent(agent -> line.addAll(List.of(SocietyCommand.AS, Quoting.shell(agent))));
    home.ifPresent(path -> line.addAll(List.of(NodeOptions.HOME, Quoting.shell(path))));
    line.addAll(List.of(proof));
    if (end < words.size()) {
      line.add(joined(words.subList(end, words.size()).stream()));
    }
    return String.join(" ", line);
  }

  private static String joined(Stream<String> words) {
    return words.map(Quoting::shell).collect(Collectors.joining(" "));
  }

  /** Returns the words of the call without proofs. */
  private List<String> again() {
    return OwnerProof.unproven(
        call.arguments().array(ToolCall.WORDS).flatMap(JsonArray::strings).orElse(List.of()));
  }
}
