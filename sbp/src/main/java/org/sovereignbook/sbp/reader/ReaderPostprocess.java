package org.sovereignbook.sbp.reader;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Step;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/**
 * The step {@code reader-post} (IMPLEMENTATION §3.3, Reader Post-Processing Script): executes what
 * the digest allows of {@code operational/reader-decisions.json}, files the content, archives the
 * inbox entries. Makes one commit; without usable decisions it changes nothing but the ops-log.
 * Used for one run.
 */
public final class ReaderPostprocess {
  public static final Step STEP =
      new Step(
          Component.READER,
          "reader-post",
          "reader-postprocess",
          "carry out the reader's decisions",
          "checks and carries out the reader's decisions",
          Set.of(),
          List.of(ReaderPostprocess.class, Action.class, DecisionRules.class),
          on -> new ReaderPostprocess(on.node(), on.store()).run());

  /** Decisions read in one run; the digest never asks for so many. */
  static final int MAX_DECISIONS = 1_000;

  /** Refused decisions that get a line of their own in the ops-log. */
  static final int MAX_REFUSALS_LOGGED = 50;

  /** Longest {@code session_notes} in the log; other texts are cut as peers' texts are. */
  static final int MAX_NOTES_CHARACTERS = 4_000;

  private final Node node;
  private final Store store;
  private final SequencedMap<InboxId, Item> items = new LinkedHashMap<>();
  private final Map<Action, Integer> executed = new EnumMap<>(Action.class);
  private int finished;
  private int refused;

  public ReaderPostprocess(Node node, Store store) {
    this.node = node;
    this.store = store;
  }

  /** Does the step; idle without a digest, waiting without usable decisions. */
  public PostprocessResult run() {
    Optional<Digest> digest = Digest.load(node);
    if (digest.isEmpty()) {
      return node.disk().exists(node.home().inboxDigest())
          ? wait(0, "inbox-digest.json is unreadable: run sbp reader-pre")
          : PostprocessResult.nothing();
    }
    int shown = digest.get().envelopes().size();
    return switch (DecisionsFile.load(node)) {
      case DecisionsFile.Missing() ->
          PostprocessResult.waiting(shown, "reader-decisions.json is missing");
      case DecisionsFile.Unreadable(String why) ->
          wait(shown, "reader-decisions.json is unreadable: " + why);
      case DecisionsFile.Decided readable -> execute(digest.get(), readable);
    };
  }

  private PostprocessResult wait(int shown, String reason) {
    store.commit(
        new ChangeSet()
            .log(
                LogFile.OPS,
                LogEntry.error(ReaderContext.COMPONENT, node.now(), "post: " + reason)));
    return PostprocessResult.waiting(shown, reason);
  }

  private PostprocessResult execute(Digest digest, DecisionsFile.Decided decisions) {
    ReaderContext context = new ReaderContext(node, store);
    digest.envelopes().forEach((id, shown) -> open(id, shown, context));
    execute(decisions.decisions(), context);
    decisions
        .sessionNotes()
        .filter(notes -> !notes.isBlank())
        .ifPresent(
            notes -> context.session("notes: " + PeerText.quote(notes, MAX_NOTES_CHARACTERS)));
    items.values().forEach(item -> file(item, context));
    context.session("summary: " + summary());
    context.change(new Change.RemoveFile(node.home().inboxDigest()));
    context.change(new Change.RemoveFile(node.home().readerDecisions()));
    context.commit("post: " + summary());
    return new PostprocessResult(finished, count(), refused, false, Optional.empty());
  }

  /** Takes an item from its envelope again; the digest only says which were shown. */
  private void open(InboxId id, ContentHash shown, ReaderContext context) {
    Optional<Checked<ReceivedEnvelope>> read = context.read(id);
    if (read.isEmpty()) {
      context.log(id + " is gone from the inbox; decisions on it are refused");
      return;
    }
    finished++;
    switch (read.get().then(ReceivedEnvelope::whole)) {
      case Checked.Rejected<ReceivedEnvelope>(Rejection why) -> {
        context.change(Inbox.reject(id));
        context.log("rejected " + id + ": " + PeerText.quote(why.toString()));
      }
      case Checked.Valid<ReceivedEnvelope>(ReceivedEnvelope received) -> {
        if (received.envelope().hash().equals(shown)) {
          new Classifier(context).classify(received).ifPresent(item -> items.put(id, item));
        } else {
          finished--;
          context.log(id + " is not the message that was shown; it stays for the next run");
        }
      }
    }
  }

  private void execute(List<JsonValue> decisions, ReaderContext context) {
    DecisionExecution execution = new DecisionExecution(node, store, context);
    decisions.stream()
        .limit(MAX_DECISIONS)
        .forEach(decision -> execute(decision, execution, context));
    if (decisions.size() > MAX_DECISIONS) {
      refuse("the rest", "more than " + MAX_DECISIONS + " decisions", context);
      refused += decisions.size() - MAX_DECISIONS - 1;
    }
    execution.finish();
  }

  private void execute(JsonValue value, DecisionExecution execution, ReaderContext context) {
    String place = "a decision";
    try {
      Decision decision = Decision.read(value);
      place = decision.action() + " of " + PeerText.quote(decision.inboxId());
      Item item = itemOf(decision);
      String details = execution.execute(decision, item);
      executed.merge(decision.action(), 1, Integer::sum);
      context.session(line(decision, item, details));
    } catch (Decision.Refused e) {
      refuse(place, e.why(), context);
    }
  }

  /** The item that a decision is on. */
  private Item itemOf(Decision decision) throws Decision.Refused {
    // The text is compared, never used: it could be anything.
    return items.values().stream()
        .filter(item -> item.id().value().equals(decision.inboxId()))
        .findFirst()
        .orElseThrow(() -> new Decision.Refused("no such item in the digest"));
  }

  private static String line(Decision decision, Item item, String details) {
    StringBuilder line = new StringBuilder(decision.action().toString());
    line.append(" item=").append(item.id()).append(" peer=").append(item.sender().key());
    line.append(" name=").append(PeerText.quote(item.sender().name()));
    if (!details.isEmpty()) {
      line.append(' ').append(details);
    }
    if (item.subject() instanceof Item.Subject.SharedContent shared) {
      line.append(" author=").append(shared.content().authorKey());
      line.append(" title=").append(PeerText.quote(shared.content().title()));
    }
    decision.log().ifPresent(log -> line.append(" log=").append(PeerText.quote(log)));
    return line.toString();
  }

  private void refuse(String place, String why, ReaderContext context) {
    refused++;
    if (refused <= MAX_REFUSALS_LOGGED) {
      context.log("refused " + place + ": " + PeerText.quote(why));
    }
  }

  /** Files what an item brought, whatever was decided on it. */
  private static void file(Item item, ReaderContext context) {
    PublicKey sender = item.sender().key();
    if (item.subject() instanceof Item.Subject.SharedContent shared) {
      PublicKey author = shared.content().authorKey();
      if (!wasBlocked(sender, context) && !wasBlocked(author, context)) {
        context.change(ObjectStore.put(ObjectKind.CONTENT_RECEIVED, shared.content().json()));
        for (PublicKey key : List.of(sender, author)) {
          context.updatePeer(key, peer -> peer.sentContentAt(item.received().at()));
        }
      }
    }
    context.see(item.received());
    context.change(Inbox.archive(item.id()));
  }

  private static boolean wasBlocked(PublicKey key, ReaderContext context) {
    return context.peersBefore().trust(key) == TrustState.BLOCKED;
  }

  private String summary() {
    String done =
        executed.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return "items=%d executed=%d refused=%d %s".formatted(finished, count(), refused, done).strip();
  }

  private int count() {
    return executed.values().stream().mapToInt(Integer::intValue).sum();
  }
}
