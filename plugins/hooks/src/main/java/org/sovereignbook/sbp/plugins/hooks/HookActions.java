package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.hooks.HookAction;
import org.sovereignbook.sbp.society.hooks.HookFeature;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.MailAddress;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.sessions.Routes;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.store.Approval;

/**
 * Execution of a hook's answer, in the transaction that ends its run. Every action is on behalf of
 * the principal that caused the event, and within the rights that the hook was accepted for. One
 * action beyond them fails the whole answer.
 */
record HookActions(Transaction tx, Claimed claimed, Caller caller) {

  /** Makes the actions for one answer. */
  static HookActions of(Transaction tx, Claimed claimed) {
    Agent agent = claimed.agent();
    AccessDecision decision = HookBounds.decision(tx, claimed.hook(), agent);
    List<Authority> causes = List.of(claimed.authority());
    return new HookActions(
        tx,
        claimed,
        new Caller(
            agent.principal(),
            Access.within(tx, decision.authority(), causes),
            Optional.of(agent),
            Capabilities.ofTools(claimed.hook().declaration().globs()),
            Agents.workReach(tx, agent),
            Optional.empty(),
            Optional.of(decision),
            causes));
  }

  void perform(HookAnswer answer) {
    for (HookAnswer.WantedAction action : answer.actions().orElse(List.of())) {
      perform(action);
    }
    Optional<String> briefing = answer.briefing();
    if (briefing.isPresent()) {
      boolean includes = answer.context().flatMap(HookAnswer.Context::includeThread).orElse(false);
      brief(
          answer.agent().orElse(AgentMail.OWNER),
          briefing.get() + (includes ? claimed.bounds().quoted(tx, claimed.event()) : ""));
    }
  }

  /** Gives the context to the owner by mail, and to an agent as a message in a session. */
  private void brief(String to, String text) {
    if (to.equals(AgentMail.OWNER)) {
      mail(to, text);
      return;
    }
    require("mail_send", JsonObject.builder().put("to", to).build());
    SessionInput _ =
        new Routes(tx)
            .ofHook(
                source(),
                claimed.hook().name(),
                Agents.named(tx, to),
                text,
                new Routes.HookCause(caller.authority(), claimed.authority()));
  }

  private void perform(HookAnswer.WantedAction action) {
    if (action.task().isPresent()) {
      require("task_add", Shape.write(action.task().get()));
      List<String> _ =
          Board.in(tx)
              .add(Plan.of(List.of(action.task().get())), Worker.of(caller), Optional.of(source()));
    }
    if (action.mail().isPresent()) {
      mail(action.mail().get().to(), action.mail().get().body());
    }
    if (action.publish().isPresent()) {
      draft(action.publish().get());
    }
    if (action.reply().isPresent()) {
      reply(action.reply().get());
    }
    if (action.feature().isPresent()) {
      ofFeature(action.feature().get());
    }
  }

  private void ofFeature(HookAnswer.OfFeature asked) {
    HookAction action =
        Optional.ofNullable(HookFeature.actions(tx.node()).get(asked.name()))
            .orElseThrow(
                () -> new IllegalArgumentException("no feature has the action " + asked.name()));
    require(action.tool(), asked.wanted());
    action.work().on(tx, caller, asked.wanted());
  }

  private String source() {
    return Matching.source(claimed.run().id());
  }

  private void mail(String to, String body) {
    require("mail_send", JsonObject.builder().put("to", to).build());
    MailAddress address = MailAddress.parse(to);
    if (address.peer().isPresent()) {
      throw SocietyException.wrong(
          "wrong-address",
          "an answer mails within this node; for " + to + " the script runs: sbp mail send");
    }
    Mail _ = Sending.message(address.name(), body).send(tx, caller, Optional.of(source()));
  }

  /**
   * Asks the owner to approve a draft; an approved draft becomes a file among the operator's
   * drafts.
   */
  private void draft(HookAnswer.NewDraft draft) {
    require("post", JsonObject.builder().put("title", draft.title()).build());
    Node node = tx.node();
    leave(id -> Approval.draft(id, drafter(), draft.title(), draft.text(), node.now(), expiry()));
  }

  /** Asks the owner to approve a reply. A reply to a sender that is no peer is only proposed. */
  private void reply(HookAnswer.Reply reply) {
    Optional<PublicKey> peer = claimed.event().principal().peerKey();
    // A drafted reply has the reader's tool: whoever may cause the reader's reply may cause this
    // one.
    require(
        peer.isPresent() ? "reader_reply" : "reply",
        JsonObject.builder().put("to", claimed.event().id()).build());
    if (peer.isPresent()) {
      leave(
          id ->
              Approval.reply(
                  id,
                  drafter(),
                  peer.get(),
                  Optional.empty(),
                  reply.text(),
                  Optional.empty(),
                  envelope(),
                  tx.node().now(),
                  expiry()));
    } else {
      Mail _ =
          Sending.message(
                  "owner",
                  "A reply that hook %s proposes to %s (event %s), who is no peer:%n%n%s"
                      .formatted(
                          claimed.hook().name(),
                          claimed.input().occurrence().actor().name(),
                          claimed.event().id(),
                          reply.text()))
              .send(tx, caller, Optional.of(source()));
    }
  }

  private String drafter() {
    return "hook:" + claimed.hook().name();
  }

  private Timestamp expiry() {
    return Approvals.expiry(tx.node());
  }

  private Optional<ContentHash> envelope() {
    return claimed.event().subjects().stream()
        .filter(subject -> subject.kind().equals("envelope"))
        .map(subject -> ContentHash.parse(subject.id()))
        .findFirst();
  }

  private void leave(Function<String, Approval> drafted) {
    Approvals.requireSpace(tx);
    Approval approval = drafted.apply(tx.newId());
    boolean _ = tx.leave("approval:" + approval.id(), Approval.LEFT_AS, approval.json());
  }

  private void require(String tool, JsonObject arguments) {
    try {
      AuditRow _ = Permissions.require(tx, caller, tool, arguments);
    } catch (CapabilityDenied e) {
      ToolCall call =
          new ToolCall(tool, arguments, ToolCall.HOOK, Optional.empty(), Optional.empty());
      throw new ActionDenied(call, e);
    }
  }
}
