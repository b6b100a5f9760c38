package org.sovereignbook.sbp.cli.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.cli.talk.Outgoing;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.TextEditor;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Store;

/** The owner's answer to a draft. */
record DraftAnswer(Session session, String id) {
  private static final int MAX_TEXT_BYTES = 1 << 20;

  /** Returns whether the id is that of a draft. */
  boolean isMeant() {
    Node node = session.node();
    try (Store store = session.store(node)) {
      return new Approvals(node, store).find(id).isPresent();
    }
  }

  /**
   * Sends the draft.
   *
   * @param text replaces the drafted text; a dash for standard input
   * @param isEdited whether to open the owner's editor first
   */
  ExitCode approve(Optional<String> text, boolean isEdited) throws Exception {
    if (isEdited) {
      return edited();
    }
    return send(
        text.equals(Optional.of(TextInput.STANDARD_INPUT))
            ? Optional.of(TextInput.standardInput(session.world(), Limits.MAX_DIRECT_BODY_BYTES))
            : text);
  }

  private ExitCode send(Optional<String> words) {
    return answer(
        approvals -> approvals.approve(waiting(approvals), words.map(String::stripTrailing)),
        one ->
            one.kind() == Approval.Kind.REPLY
                ? Outgoing.NEXT_DELIVERY
                : "it is among your drafts:  ls runtime/drafts");
  }

  /** Denies the draft, so that it is never sent. */
  ExitCode deny() throws Exception {
    return answer(
        approvals -> approvals.deny(waiting(approvals)), one -> one.id() + " is not sent");
  }

  private Approval waiting(Approvals approvals) {
    return approvals.find(id).orElseThrow();
  }

  /**
   * Writes the decision to the audit log before it is carried out, so that every action has a row.
   */
  private ExitCode answer(
      Function<Approvals, Approvals.Answer> answering, Function<Approval, String> said) {
    Node node = session.node();
    Approval ended;
    try (ExclusiveStore held = session.betweenSteps(node, EditCommand.COMPONENT)) {
      Approvals.Answer answer = answering.apply(new Approvals(node, held.store()));
      ended = answer.ended();
      try (Ledger ledger = session.ledger(node)) {
        ledger.run(tx -> tx.audit(row(answer.ended())));
      }
      held.store().commit(answer.changes());
    }
    session.output().line(said.apply(ended));
    return session.output().done(RequestCommand.Answered.of(ended));
  }

  private static AuditRow row(Approval ended) {
    return AuditRow.ofGrant(
        Authority.of(Principal.OWNER, "command"),
        ended.id(),
        ended.state().toString(),
        "%s drafted by %s".formatted(ended.kind(), ended.by()));
  }

  /** Edits the text. The edited text is stored until it is sent. */
  private ExitCode edited() throws IOException, InterruptedException {
    Approval waiting;
    try (Store store = session.store(session.node())) {
      waiting = waiting(new Approvals(session.node(), store));
    }
    Path file = Files.createTempFile("sbp-draft-", ".md");
    String drafted = waiting.text() + "\n";
    try {
      Files.writeString(file, drafted, StandardCharsets.UTF_8);
      new TextEditor(session.world())
          .edit(file, "sbp access approve " + waiting.id() + " --text 'other words'");
      ExitCode sent =
          send(Optional.of(TextInput.read(session.world(), file.toString(), MAX_TEXT_BYTES)));
      Files.delete(file);
      return sent;
    } finally {
      if (Files.exists(file) && Files.readString(file, StandardCharsets.UTF_8).equals(drafted)) {
        Files.delete(file);
      } else if (Files.exists(file)) {
        session.output().warning("not sent; what you wrote is in " + file);
      }
    }
  }
}
