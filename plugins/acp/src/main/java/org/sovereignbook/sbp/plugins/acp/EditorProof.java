package org.sovereignbook.sbp.plugins.acp;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;

/**
 * Proof of the owner for one connection of an editor. A connection is a program, and any program
 * can make one: it approves nothing until the owner's passphrase or key was given for it, by the
 * connection itself or by {@code sbp acp prove} with its code. Where the owner has decided that
 * nothing proves it, none is needed.
 *
 * @param code names the connection for the command
 */
record EditorProof(Session session, Ledger ledger, ShownCommands commands, String code) {
  static final String PASSPHRASE = "passphrase";
  static final String KEY = "key";

  /** Members of {@code _meta} by which a client gives a proof itself. */
  static final String GIVEN_PASSPHRASE = "sbp/passphrase";

  static final String GIVEN_PROOF = "sbp/proof";

  private static final Duration LOOK = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Age from which a connection is gone that did not say so. */
  private static final Duration GONE = Duration.ofDays(30);

  private static final int CODE_CHARACTERS = 8;

  /** Open connection. */
  private record Row(String code, Instant begunAt, Optional<Instant> provenAt) {
    static final Rows<Row> ROWS = new Rows<>("acp_connection", Row.class);
  }

  /** Records a new connection, without a proof. */
  static EditorProof begin(Session session, Ledger ledger, ShownCommands commands) {
    ToolCall call = SocietyCommand.call(session, "acp", List.of());
    String code = Permissions.run(ledger, call, EditorProof::insert);
    return new EditorProof(session, ledger, commands, code);
  }

  private static String insert(Transaction tx, Caller caller) {
    tx.update("DELETE FROM acp_connection WHERE begun_ms < ?", tx.nowMs() - GONE.toMillis());
    String made = tx.newId().substring(0, CODE_CHARACTERS);
    Row.ROWS.insert(tx, new Row(made, tx.now(), Optional.empty()), tx.cause(caller.authority()));
    return made;
  }

  /** Marks a connection as proven. Returns whether it is open. */
  static boolean give(Transaction tx, String code) {
    return tx.update("UPDATE acp_connection SET proven_ms = ? WHERE code = ?", tx.nowMs(), code)
        == 1;
  }

  /** Returns whether the owner is known to be at this connection now. */
  boolean isGiven() {
    return ledger.read(
        tx ->
            new ProofRule(tx).proof() == ProofRule.Proof.NONE
                || Row.ROWS
                    .first(tx, "WHERE code = ? AND proven_ms IS NOT NULL", code)
                    .isPresent());
  }

  /** Forgets the proof. */
  void withdraw() {
    ledger.run(tx -> tx.update("UPDATE acp_connection SET proven_ms = NULL WHERE code = ?", code));
  }

  /** Forgets the connection. */
  void end() {
    ledger.run(tx -> tx.update("DELETE FROM acp_connection WHERE code = ?", code));
  }

  /** Returns the command that gives the proof at a terminal. */
  String command() {
    return commands.of("acp prove " + code);
  }

  /** Returns the ways to prove oneself that the protocol lists; none where none is needed. */
  JsonArray methods() {
    return ledger.read(
        tx -> {
          List<JsonObject> methods = new ArrayList<>();
          if (new ProofRule(tx).proof() != ProofRule.Proof.NONE) {
            methods.add(method(PASSPHRASE, "Your passphrase", "at your terminal: " + command()));
            if (!new OwnerProof(tx).keys().isEmpty()) {
              methods.add(method(KEY, "A key of yours", command() + " --proof PROOF"));
            }
          }
          return JsonArray.of(methods);
        });
  }

  private static JsonObject method(String id, String name, String description) {
    return JsonObject.builder()
        .put("id", id)
        .put("name", name)
        .put("description", description)
        .build();
  }

  /** Takes a proof that the client gives, or waits until the owner has given it by the command. */
  void authenticate(JsonObject params, Cancellation cancel) throws AcpError, InterruptedException {
    String method = params.string("methodId").orElse("");
    JsonObject given = params.object("_meta").orElse(JsonObject.empty());
    if (!method.equals(PASSPHRASE) && !method.equals(KEY)) {
      throw AcpError.invalidParams("methodId is passphrase or key", command());
    }
    Optional<String> text = given.string(method.equals(KEY) ? GIVEN_PROOF : GIVEN_PASSPHRASE);
    if (text.isPresent()) {
      prove(method, text.get());
    } else if (!isGivenInTime(cancel)) {
      throw AcpError.authRequired("nobody has proved to be the owner", command());
    }
  }

  private boolean isGivenInTime(Cancellation cancel) throws InterruptedException {
    return new Polling(ledger.node().clock(), LOOK)
            .until(PATIENCE, () -> cancel.isCancelled() || isGiven())
        && !cancel.isCancelled();
  }

  private void prove(String method, String given) throws AcpError {
    ToolCall call = SocietyCommand.call(session, "acp prove", List.of("prove", code));
    Optional<String> problem =
        ledger.<Optional<String>>write(
            tx ->
                method.equals(KEY)
                    ? new OwnerProof(tx).problem(given, call.tool(), call.arguments())
                    : ofPassphrase(tx, given));
    if (problem.isPresent()) {
      throw AcpError.authRequired(
          Permissions.refuse(ledger, call, problem.get()).getMessage(), command());
    }
    boolean _ = Permissions.run(ledger, call, (tx, _) -> give(tx, code));
  }

  private static Optional<String> ofPassphrase(Transaction tx, String given) {
    OwnerPassphrase owners = new OwnerPassphrase(tx);
    return owners.isSet() ? owners.problem(given) : Optional.of("no passphrase is set");
  }
}
