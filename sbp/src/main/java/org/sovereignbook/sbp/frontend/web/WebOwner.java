package org.sovereignbook.sbp.frontend.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.OwnerRemedies;

/**
 * Verification of the owner for the page: by the passphrase or a key before a call that lets others
 * do more, and by a secret in a private file before a token is issued. Thread-safe.
 *
 * @param secret the secret of this run, in a file that only the node's user can read
 */
record WebOwner(Ledger ledger, String secret) {
  /** The address at which {@code sbp web open} gets a token. */
  static final String PATH = "/open";

  /** The name in the audit log under which a token is asked for. */
  static final String OPEN = "web_open";

  /**
   * Requires the owner's passphrase, or a proof of these very words by a key, unless the owner
   * wants no proof. Whoever has the page's token need not sit at a terminal.
   *
   * @throws org.sovereignbook.sbp.authority.ledger.SocietyException when neither is right; the
   *     refusal is written to the audit log
   */
  void requireProof(
      String tool, List<String> words, Optional<String> passphrase, Optional<String> proof) {
    JsonObject arguments = JsonObject.empty().with(ToolCall.WORDS, JsonArray.ofStrings(words));
    ToolCall call =
        new ToolCall(tool, arguments, WebRun.CHANNEL, Optional.empty(), Optional.empty());
    if (isAsked()) {
      require(call, "", passphrase, proof);
    }
  }

  /** Returns whether the owner wants to be asked for a proof. */
  boolean isAsked() {
    return ledger.<Boolean>read(tx -> new ProofRule(tx).proof() != ProofRule.Proof.NONE);
  }

  private void require(
      ToolCall call, String beginning, Optional<String> passphrase, Optional<String> proof) {
    Optional<String> problem = problem(call, passphrase, proof);
    if (problem.isPresent()) {
      throw OwnerPresence.refused(
          ledger,
          new OwnerRemedies(ledger.node(), Optional.empty(), call, true),
          beginning + problem.get());
    }
  }

  private Optional<String> problem(
      ToolCall call, Optional<String> passphrase, Optional<String> proof) {
    if (proof.filter(text -> !text.isBlank()).isPresent()) {
      return ledger.<Optional<String>>write(
          tx -> new OwnerProof(tx).problem(proof.get().strip(), call.tool(), call.arguments()));
    }
    return ledger.<Optional<String>>write(
        tx -> {
          OwnerPassphrase owners = new OwnerPassphrase(tx);
          if (!owners.isSet()) {
            return Optional.of("this needs your passphrase, and none is set");
          }
          return passphrase.filter(text -> !text.isEmpty()).isEmpty()
              ? Optional.of("this needs your passphrase")
              : owners.problem(passphrase.get());
        });
  }

  /**
   * Requires that a token is asked for by the owner: the secret shows that it is a program of the
   * node's user, and while agents hold tokens the passphrase or a key must show that it is no
   * agent.
   */
  void requireOpener(String given, Optional<String> passphrase, Optional<String> proof) {
    boolean isUser =
        MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    JsonObject words =
        JsonObject.empty().with(ToolCall.WORDS, JsonArray.ofStrings(List.of("web", "open")));
    ToolCall call = new ToolCall(OPEN, words, WebRun.CHANNEL, Optional.empty(), Optional.empty());
    if (!isUser) {
      throw Permissions.refuse(
          ledger, call, "the secret of this server is wrong", "at your terminal:  sbp web open");
    }
    HeldTokens.revokeLeft(ledger);
    if (ledger.<Boolean>read(tx -> new ProofRule(tx).isNeeded())) {
      require(call, "agents hold tokens: ", passphrase, proof);
    }
    boolean _ = Permissions.run(ledger, call, (_, _) -> true);
  }
}
