package org.sovereignbook.sbp.peer.reader;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
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
          PostprocessResult.class,
          on -> new ReaderPostprocess(on.node(), on.store(), on::society).run());

  /** Decisions read in one run; the digest never asks for more. */
  static final int MAX_DECISIONS = 1_000;

  /** Refused decisions that get a line of their own in the ops-log. */
  static final int MAX_REFUSALS_LOGGED = 50;

  /** Longest {@code session_notes} in the log; other texts are cut as peers' texts are. */
  static final int MAX_NOTES_CHARACTERS = 4_000;

  private final Node node;
  private final Store store;
  private final Supplier<Optional<Ledger>> society;
  private final Reshares reshares;
  private final SequencedMap<InboxId, Item> items = new LinkedHashMap<>();
  private final Set<InboxId> done = new HashSet<>();
  private final SequencedMap<InboxId, String> failed = new LinkedHashMap<>();
  private final Map<Action, Integer> executed = new EnumMap<>(Action.class);
  private int finished;
  private int refused;

  /** Creates the step for a node without a society: the digest alone limits the decisions. */
  public ReaderPostprocess(Node node, Store store) {
    this(node, store, Optional::empty);
  }

  /**
   * Creates the step.
   *
   * @param society the society whose policies must allow the effects of a peer's message
   */
  public ReaderPostprocess(Node node, Store store, Supplier<Optional<Ledger>> society) {
    this.node = node;
    this.store = store;
    this.society = society;
    this.reshares = new Reshares(store, node.now());
  }

  /** Runs the step; idle without a digest, waiting without usable decisions. */
  public PostprocessResult run() {
    Optional<SequencedMap<InboxId, ContentHash>> digest = DigestItem.shown(node);
    if (digest.isEmpty()) {
      return node.disk().exists(node.home().inboxDigest())
          ? wait(0, "inbox-digest.json is unreadable: run sbp reader-pre")
          : PostprocessResult.nothing();
    }
    int shown = digest.get().size();
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
            .emit(
                Event.of(ReaderContext.COMPONENT, "waiting", node.now(), "post: " + reason)
                    .asError()));
    return PostprocessResult.waiting(shown, reason);
  }

  private PostprocessResult execute(
      SequencedMap<InboxId, ContentHash> digest, DecisionsFile.Decided decisions) {
    ReaderContext context = new ReaderContext(node, store);
    BatchMemory memory = BatchMemory.load(store, node.now());
    for (Map.Entry<InboxId, ContentHash> one : digest.entrySet()) {
      InboxId id = one.getKey();
      bounded(id, memory, context, () -> open(id, one.getValue(), context));
    }
    execute(decisions.decisions(), context);
    for (InboxId id : failed.keySet()) {
      // An item with a decision that was executed is archived, so that this is never repeated.
      if (items.containsKey(id) && !done.contains(id)) {
        items.remove(id);
        context.change(memory.threw(id, STEP.command(), failed.get(id)));
      }
    }
    decisions
        .sessionNotes()
        .filter(notes -> !notes.isBlank())
        .ifPresent(
            notes ->
                session("notes", "notes: " + PeerText.quote(notes, MAX_NOTES_CHARACTERS), context));
    for (Item item : List.copyOf(items.values())) {
      bounded(item.id(), memory, context, () -> file(item, context));
    }
    memory.changes().ifPresent(context::change);
    session("summary", "summary: " + summary(), context);
    context.change(new Change.RemoveFile(node.home().inboxDigest()));
    context.change(new Change.RemoveFile(node.home().readerDecisions()));
    context.commit("post: " + summary());
    return new PostprocessResult(finished, count(), refused, false, Optional.empty());
  }

  /** Processes one item so that it cannot keep the others from being processed. */
  private void bounded(InboxId id, BatchMemory memory, ReaderContext context, Runnable work) {
    Optional<RuntimeException> failure = context.bounded(work);
    if (failure.isPresent()) {
      items.remove(id);
      context.change(memory.threw(id, STEP.command(), ItemFault.reason(failure.get())));
    }
  }

  /** Takes an item from its envelope again; the digest only says which were shown. */
  private void open(InboxId id, ContentHash shown, ReaderContext context) {
    Optional<Checked<ReceivedEnvelope>> read = context.read(id);
    if (read.isEmpty()) {
      emit("gone", id, id + " is gone from the inbox; decisions on it are refused", context);
      return;
    }
    finished++;
    switch (read.get().then(ReceivedEnvelope::whole)) {
      case Checked.Rejected<ReceivedEnvelope>(Rejection why) -> {
        context.reject(id, why);
        emit("rejected", id, "rejected " + id + ": " + PeerText.quote(why.toString()), context);
      }
      case Checked.Valid<ReceivedEnvelope>(ReceivedEnvelope received) -> {
        if (received.envelope().hash().equals(shown)) {
          if (ReaderGates.needsJudgment(received, context)) {
            items.put(id, item(received, context));
          }
        } else {
          finished--;
          String text = id + " is not the message that was shown; it stays for the next run";
          emit("changed", id, text, context);
        }
      }
    }
  }

  private static Item item(ReceivedEnvelope received, ReaderContext context) {
    return new Item(
        received,
        context.senderNow(received),
        received.payload() instanceof Payload.Announce(JsonObject identity)
            ? Optional.of(context.identity(identity))
            : Optional.empty(),
        switch (received.payload()) {
          case Payload.ShareContent(Content content) -> Optional.of(content);
          case Payload.Direct direct -> direct.contentRef().flatMap(context::content);
          default -> Optional.empty();
        });
  }

  private void execute(List<JsonValue> decisions, ReaderContext context) {
    DecisionExecution execution = new DecisionExecution(node, store, context, reshares);
    List<JsonValue> inOrder =
        decisions.stream()
            .limit(MAX_DECISIONS)
            .sorted(Comparator.comparing(ReaderPostprocess::isLast))
            .toList();
    for (JsonValue decision : inOrder) {
      Optional<RuntimeException> failure =
          context.bounded(() -> execute(decision, execution, context));
      failure.ifPresent(why -> threw(decision, ItemFault.reason(why), context));
    }
    if (decisions.size() > MAX_DECISIONS) {
      refuse("the rest", "more than " + MAX_DECISIONS + " decisions", context);
      refused += decisions.size() - MAX_DECISIONS - 1;
    }
    execution.finish();
  }

  private void threw(JsonValue value, String why, ReaderContext context) {
    refuse("a decision", why, context);
    try {
      failed.put(itemOf(Decision.read(value)).id(), why);
    } catch (Decision.Refused e) {
      // It names no item, so that nothing is set aside for it.
    }
  }

  private static boolean isLast(JsonValue decision) {
    try {
      return Decision.read(decision).action().isLast();
    } catch (Decision.Refused e) {
      return false;
    }
  }

  private void execute(JsonValue value, DecisionExecution execution, ReaderContext context) {
    String place = "a decision";
    try {
      Decision decision = Decision.read(value);
      place = decision.action() + " of " + PeerText.quote(decision.inboxId());
      Item item = itemOf(decision);
      Optional<Instant> notBefore = permitted(decision.action(), item, context);
      String details = execution.execute(decision, item, notBefore);
      executed.merge(decision.action(), 1, Integer::sum);
      done.add(item.id());
      if (!decision.action().isAboutMaker()) {
        item.received().message().ifPresent(message -> read(message, context));
      }
      context.emit(
          context
              .event(decision.action().toString(), line(decision, item, details, context))
              .about("item", item.id())
              .about("peer", item.sender())
              .in(LogFile.SESSION));
    } catch (Decision.Refused e) {
      refuse(place, e.why(), context);
    }
  }

  /**
   * Asks the policies whether they allow the peer's message to have this effect.
   *
   * @return when an answer may leave, if they delay it
   */
  private Optional<Instant> permitted(Action action, Item item, ReaderContext context)
      throws Decision.Refused {
    Optional<Ledger> ledger = action == Action.IGNORE ? Optional.empty() : society.get();
    if (ledger.isEmpty()) {
      return Optional.empty();
    }
    Access.Judged judged = ledger.get().write(tx -> judge(tx, action, item, context));
    return switch (judged.verdict()) {
      case ALLOWED -> judged.notBefore();
      case DENIED ->
          throw new Decision.Refused("the policies do not let its sender cause it (sbp access)");
      case RATE_LIMITED -> throw new Decision.Refused("its sender, " + judged.reason());
    };
  }

  private static Access.Judged judge(
      Transaction tx, Action action, Item item, ReaderContext context) {
    AccessDecision decision =
        Access.decide(
            tx,
            Entities.peer(tx, item.sender(), context.decidedTrust(item.sender())),
            Access.here(tx, "reader"));
    JsonObject what = JsonObject.empty().with("item", item.id().value());
    return Access.judge(tx, decision, "reader_" + action, what, "envelope:" + item.envelopeHash());
  }

  private Item itemOf(Decision decision) throws Decision.Refused {
    // The text is compared, never used: it could be anything.
    return items.values().stream()
        .filter(item -> item.id().value().equals(decision.inboxId()))
        .findFirst()
        .orElseThrow(() -> new Decision.Refused("no such item in the digest"));
  }

  private static String line(Decision decision, Item item, String details, ReaderContext context) {
    StringBuilder line = new StringBuilder(decision.action().toString());
    line.append(" item=").append(item.id()).append(" peer=").append(item.sender());
    line.append(" name=").append(PeerText.quote(context.nameOf(item.sender())));
    if (!details.isEmpty()) {
      line.append(' ').append(details);
    }
    if (item.content().isPresent()) {
      Content content = item.content().get();
      line.append(" author=").append(content.authorKey());
      line.append(" title=").append(PeerText.quote(content.title()));
    }
    decision.log().ifPresent(log -> line.append(" log=").append(PeerText.quote(log)));
    return line.toString();
  }

  private void refuse(String place, String why, ReaderContext context) {
    refused++;
    if (refused <= MAX_REFUSALS_LOGGED) {
      context.emit(context.event("refused", "refused " + place + ": " + PeerText.quote(why)));
    }
  }

  /** Stores an item's content, whatever was decided on it. */
  private void file(Item item, ReaderContext context) {
    if (item.payload() instanceof Payload.ShareContent(Content content)
        && !wasBlocked(item.sender(), context)
        && !wasBlocked(content.authorKey(), context)) {
      context.change(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content.json()));
      if (!item.sender().equals(content.authorKey())) {
        context.change(reshares.have(content.hash(), List.of(item.sender())));
      }
      for (PublicKey key : List.of(item.sender(), content.authorKey())) {
        context.updatePeer(key, peer -> peer.sentContentAt(item.received().at()));
      }
    }
    context.see(item.received());
    context.change(Inbox.archive(item.id()));
  }

  /** Marks a message as read once a decision on it exists; otherwise it stays unread. */
  private void read(Message message, ReaderContext context) {
    Message kept = store.messages().find(message.peerKey(), message.id()).orElse(message);
    context.change(Messages.put(kept.readAt(node.now())));
  }

  private static boolean wasBlocked(PublicKey key, ReaderContext context) {
    return context.peersBefore().trust(key) == TrustState.BLOCKED;
  }

  private static void emit(String kind, InboxId id, String text, ReaderContext context) {
    context.emit(context.event(kind, text).about("item", id));
  }

  private static void session(String kind, String text, ReaderContext context) {
    context.emit(context.event(kind, text).in(LogFile.SESSION));
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
