package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NewPassphrase;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp access proof}: what proves the owner, and the tokens that make it necessary. */
@Command(
    name = "proof",
    description = "show or decide what proves that you are the owner, while agents hold tokens",
    footer = {
      "  passphrase   your passphrase, or a key of yours",
      "  terminal     a terminal, which any program can make; not for the page",
      "  none         nothing: a process of yours that no agent started is you",
      "Before a decision it is as passphrase. A lower one needs the proof that is in force."
    })
@Example("sbp access proof")
@Exit(
    code = ExitCode.REFUSED,
    means = "a lower one without the proof in force; or " + OwnerCommand.PRESENCE)
final class ProofCommand extends OwnerCommand<ProofCommand.Proofs> {
  private static final int MOST_TOKENS = 100;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROOF",
      description = "passphrase, terminal or none; the next lines say what each is")
  Optional<ProofRule.Proof> wanted = Optional.empty();

  private Optional<String> first = Optional.empty();

  /** Decision of the owner. */
  enum Decided {
    PASSPHRASE,
    TERMINAL,
    NONE,
    /** Nothing yet: as passphrase. */
    UNSET
  }

  /**
   * The owner's proofs.
   *
   * @param needed whether a call that lets others do more needs a proof now
   * @param passphrase whether a passphrase is set
   * @param keys the number of the owner's keys
   * @param tokens the tokens that make a proof necessary, or would
   */
  record Proofs(
      Decided proof,
      boolean needed,
      boolean passphrase,
      int keys,
      List<ProofRule.Counted> tokens) {}

  @Override
  public ExitCode run(Session session) throws Exception {
    return wanted.isPresent() ? super.run(session) : shown(session);
  }

  /** Shows it to anyone who is no agent. */
  private ExitCode shown(Session session) {
    requireOwner(session, call(session));
    try (Ledger ledger = session.ledger(session.node())) {
      HeldTokens.revokeLeft(ledger);
      return show(session.output(), Permissions.run(ledger, call(session), (tx, _) -> proofs(tx)));
    }
  }

  private static Proofs proofs(Transaction tx) {
    ProofRule rule = new ProofRule(tx);
    return new Proofs(
        rule.decided().map(one -> Decided.valueOf(one.name())).orElse(Decided.UNSET),
        rule.isNeeded(),
        new OwnerPassphrase(tx).isSet(),
        new OwnerProof(tx).keys().size(),
        rule.counted(MOST_TOKENS));
  }

  @Override
  public boolean widens(Transaction tx) {
    return wanted.filter(one -> isLower(tx, one)).isPresent();
  }

  private static boolean isLower(Transaction tx, ProofRule.Proof wanted) {
    return wanted.compareTo(new ProofRule(tx).proof()) < 0;
  }

  @Override
  protected OwnerPresence.Demand demand(Transaction tx) {
    boolean isSet = new OwnerPassphrase(tx).isSet();
    ProofRule.Proof next = wanted.orElseThrow();
    if (next == ProofRule.Proof.PASSPHRASE && !isSet) {
      return demandOfFirst(tx);
    }
    ProofRule rule = new ProofRule(tx);
    if (!isLower(tx, next)) {
      return demand(ProofRule.Proof.NONE, asOwner());
    }
    // Without a passphrase a terminal proves the owner, as for anything else without tokens.
    boolean isTerminal = rule.proof() == ProofRule.Proof.TERMINAL || (!isSet && !rule.hasTokens());
    return new OwnerPresence.Demand(
        isTerminal ? ProofRule.Proof.TERMINAL : ProofRule.Proof.PASSPHRASE,
        "a lower proof needs the one in force, your passphrase",
        asOwner());
  }

  @Override
  protected void prepare(Session session) {
    if (wanted.filter(ProofRule.Proof.PASSPHRASE::equals).isPresent()) {
      try (Ledger ledger = session.ledger(session.node())) {
        if (!ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet())) {
          first = Optional.of(new NewPassphrase(session).of(asOwner().passphraseFile()));
        }
      }
    }
  }

  @Override
  protected Proofs work(Transaction tx, Caller caller) {
    first.ifPresent(text -> new OwnerPassphrase(tx).set(caller.authority(), text));
    wanted.ifPresent(proof -> new ProofRule(tx).decide(caller.authority(), proof));
    return proofs(tx);
  }

  @Override
  protected ExitCode show(Output output, Proofs now) {
    output.line(
        switch (now.proof()) {
          case PASSPHRASE -> "passphrase: it, or a key of yours, proves that you are the owner";
          case UNSET -> "undecided: as passphrase; decide:  sbp access proof passphrase";
          case TERMINAL -> "terminal: whoever sits at one is the owner, on the page the passphrase";
          case NONE -> "none: a process of yours that no agent started is the owner";
        });
    output.line(
        (now.passphrase() ? "a passphrase is set" : "no passphrase is set")
            + ", keys: "
            + now.keys());
    output.line(
        now.needed()
            ? "needed now, before anything that lets others do more, because of:"
            : "needed for nothing now");
    Table table = Table.of("AGENT", "TOKEN", "UNTIL", "STATE").whole("AGENT");
    for (ProofRule.Counted token : now.tokens()) {
      table.row(
          token.agent(),
          token.of().isHandedOut() ? "handed out" : "for a " + Words.spelled(token.of()),
          (token.of().isHandedOut() || !token.live() ? "" : "its end, at most ") + token.until(),
          token.live() ? "valid" : "ended, perhaps by its holder");
    }
    output.table(table, "no agent holds a token");
    return output.done(now);
  }
}
