package org.sovereignbook.sbp.peer.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.Gate.AutoHandled;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Store;

/**
 * The step {@code reader-pre} (IMPLEMENTATION §3.3, Reader Pre-Processing Script): validates the
 * envelopes in the inbox, sends each through the {@linkplain ReaderGates gates} and writes what
 * passes them into {@code operational/inbox-digest.json}. Makes one commit; a rerun neither loses
 * nor doubles anything. Entries that need judgment stay in the inbox until reader-post has executed
 * the decisions on them. Used for one run.
 */
public final class ReaderPreprocess {
  public static final Step STEP =
      new Step(
          Component.READER,
          "reader-pre",
          "reader-preprocess",
          "validate and classify the inbox",
          "validates and classifies the inbox for the reader",
          Set.of(Step.Trait.BEFORE_AGENT),
          List.of(ReaderPreprocess.class, ReaderGates.class),
          PreprocessResult.class,
          on ->
              new ReaderPreprocess(on.node(), on.store(), on.client(), on.given(Gate.class))
                  .judgedBy(Judge.of(on.node(), on.backend()))
                  .from(on.given(Backlog.class).stream().findFirst().orElseGet(Backlog::new))
                  .run());

  /** Inbox entries looked at in one run; the rest waits for the next. */
  static final int MAX_ENTRIES_PER_RUN = 1_000;

  /** Maximum number of one sender's mails for agents that a run looks at. */
  private static final int MAX_AGENT_MAILS_OF_ONE = 200;

  /** Limit of inbox bytes processed by one run, so that its journal stays small. */
  public static final int MAX_BYTES_PER_RUN = 32 << 20;

  /** Size of the digest around its items. */
  private static final int FRAME_BYTES = 512;

  private final Node node;
  private final Store store;
  private final List<Gate> gates;
  private final List<Gate> untilPolicies;
  private final PeerClient client;
  private Judge judge;
  private Backlog backlog = new Backlog();
  private final List<Shown> shown = new ArrayList<>();

  /** Senders and reasons of waiting messages that were logged in this run, each only once. */
  private final Set<String> toldToWait = new HashSet<>();

  private final SortedMap<String, JsonObject> items = new TreeMap<>();
  private final Map<AutoHandled, Integer> counts = new EnumMap<>(AutoHandled.class);
  private int processed;
  private int left;

  /** A message that passed the gates, and its item without the piece that it may point to. */
  private record Shown(ReceivedEnvelope received, DigestItem item) {}

  /**
   * Creates the step.
   *
   * @param client fetches the pieces that messages refer to
   */
  public ReaderPreprocess(Node node, Store store, PeerClient client) {
    this(node, store, client, List.of());
  }

  /**
   * Creates the step with more gates.
   *
   * @param policies further gates, in order, which come before the node stores anything of an
   *     envelope
   */
  public ReaderPreprocess(Node node, Store store, PeerClient client, List<Gate> policies) {
    this.node = node;
    this.store = store;
    this.client = client;
    this.gates = ReaderGates.inOrder(policies);
    this.untilPolicies = policies.isEmpty() ? List.of() : ReaderGates.untilPolicies(policies);
    this.judge = Judge.of(node, Optional.empty());
  }

  /** Returns the step for another judge than the configured one. */
  public ReaderPreprocess judgedBy(Judge other) {
    judge = other;
    return this;
  }

  /** Returns the step for a process that has run it before, and remembers what waits. */
  public ReaderPreprocess from(Backlog known) {
    backlog = known;
    return this;
  }

  /**
   * Runs the step; idle when nothing needs judgment.
   *
   * @throws InterruptedException while fetching; nothing has changed then
   */
  public PreprocessResult run() throws InterruptedException {
    List<InboxId> pending = backlog.pending(store);
    int decided = decidedItems();
    if (decided > 0) {
      return PreprocessResult.kept(decided, Math.max(0, pending.size() - decided));
    }
    ReaderContext context = new ReaderContext(node, store);
    BatchMemory memory = BatchMemory.load(store, node.now());
    List<InboxQueue.QueuedEnvelope> entries =
        InboxQueue.of(store, context.peersBefore(), pending, backlog);
    List<InboxId> chosen = choose(context, memory, entries);
    List<InboxId> aside = aside(entries, Set.copyOf(chosen));
    // In the order of arrival: an envelope's news of its sender's key applies to the next ones.
    Set<InboxId> whole = Set.copyOf(chosen);
    backlog.processed(Stream.concat(chosen.stream(), aside.stream()).collect(Collectors.toSet()));
    for (InboxId id : pending) {
      if (whole.contains(id)) {
        bounded(id, memory, context, () -> read(id, context, memory, true));
      }
    }
    for (InboxId id : aside) {
      bounded(id, memory, context, () -> read(id, context, memory, false));
    }
    showAll(chosen, memory, context, pending);
    memory.retain(pending, store.inbox().setAside()).ifPresent(context::change);
    PreprocessResult result = result(pending.size() - chosen.size() - aside.size());
    writeDigest(context);
    context.commit("pre: " + result.summary());
    return result;
  }

  /**
   * Returns the entries to process in this run, most important first: as many as have space in the
   * digest, and the ones that plain code handles.
   */
  private List<InboxId> choose(
      ReaderContext context, BatchMemory memory, List<InboxQueue.QueuedEnvelope> entries) {
    DigestBatch planned = batch(context, memory);
    AtomicLong bytes = new AtomicLong();
    Predicate<InboxQueue.QueuedEnvelope> ofOneSender = agentMailOfOneSender();
    return queue(memory, entries).stream()
        .filter(ofOneSender)
        .filter(
            entry ->
                !entry.isMail()
                    || planned.plan(entry.id(), entry.sender().orElseThrow(), entry.bytes()))
        .limit(MAX_ENTRIES_PER_RUN)
        .takeWhile(entry -> bytes.getAndAdd(entry.bytes()) < MAX_BYTES_PER_RUN)
        .map(InboxQueue.QueuedEnvelope::id)
        .toList();
  }

  /**
   * Returns mail for agents that does not come into the digest now. The policies decide on it right
   * away, so that no agent waits for the reader's turn; otherwise it stays in the inbox.
   */
  private List<InboxId> aside(List<InboxQueue.QueuedEnvelope> entries, Set<InboxId> chosen) {
    return untilPolicies.isEmpty()
        ? List.of()
        : entries.stream()
            .filter(entry -> entry.isAgentMail() && !chosen.contains(entry.id()))
            .filter(agentMailOfOneSender())
            .limit(MAX_ENTRIES_PER_RUN)
            .map(InboxQueue.QueuedEnvelope::id)
            .toList();
  }

  /** Limits the agent mail of one sender, so that it does not delay other senders' mail. */
  private static Predicate<InboxQueue.QueuedEnvelope> agentMailOfOneSender() {
    Map<PublicKey, Integer> mails = new HashMap<>();
    return entry ->
        !entry.isAgentMail()
            || mails.merge(entry.sender().orElseThrow(), 1, Integer::sum) <= MAX_AGENT_MAILS_OF_ONE;
  }

  private DigestBatch batch(ReaderContext context, BatchMemory memory) {
    int bytes = judge.digestBytes(node) - FRAME_BYTES;
    return new DigestBatch(context.config(), memory, context.peersBefore(), bytes);
  }

  /**
   * Returns the entries in processing order. Rules cost nothing and take everything as it comes; a
   * model gets strangers' mail when their turn has come. Messages that failed alone come last.
   */
  private List<InboxQueue.QueuedEnvelope> queue(
      BatchMemory memory, List<InboxQueue.QueuedEnvelope> entries) {
    Optional<StrangerTurn> wait = judge.metered() ? StrangerTurn.wait(node) : Optional.empty();
    return entries.stream()
        .filter(entry -> wait.isEmpty() || !entry.isStrangersMail())
        .sorted(Comparator.comparing(entry -> memory.alone(entry.id()) > 0))
        .toList();
  }

  /** Counts the items of a digest with decisions, which a crash before reader-post left. */
  private int decidedItems() {
    boolean decided = DecisionsFile.load(node) instanceof DecisionsFile.Decided;
    return decided ? DigestItem.shown(node).map(Map::size).orElse(0) : 0;
  }

  /**
   * Processes one entry so that it cannot keep the others from being processed: an entry that fails
   * is set aside; one that meets a damaged file of the node waits.
   */
  private void bounded(InboxId id, BatchMemory memory, ReaderContext context, Runnable work) {
    Optional<RuntimeException> failure = context.bounded(work);
    if (failure.isEmpty()) {
      return;
    }
    items.remove(id.value());
    shown.removeIf(one -> one.received().id().equals(id));
    String why = ItemFault.reason(failure.get());
    if (failure.get() instanceof NodeException) {
      left++;
      context.emit(context.event("waiting", why + " (" + id + ")").about("item", id));
    } else {
      context.change(memory.threw(id, STEP.command(), why));
    }
  }

  private void read(InboxId id, ReaderContext context, BatchMemory memory, boolean whole) {
    Optional<Checked<ReceivedEnvelope>> read = context.read(id);
    if (read.isPresent()) {
      processed++;
      switch (read.get()) {
        case Checked.Rejected<ReceivedEnvelope>(Rejection why) -> reject(id, why, context);
        case Checked.Valid<ReceivedEnvelope>(ReceivedEnvelope received) ->
            pass(received, context, memory, whole);
      }
    }
  }

  /**
   * Asks one gate after the other; the first that does not let the envelope pass settles it.
   *
   * @param whole whether it is shown to the reader if they all let it pass; else it stays
   */
  private void pass(
      ReceivedEnvelope received, ReaderContext context, BatchMemory memory, boolean whole) {
    JsonObject.Builder notes = JsonObject.builder();
    for (Gate gate : whole ? gates : untilPolicies) {
      switch (gate.judge(received, context)) {
        case Gate.Result.Pass(JsonObject more) -> more.members().forEach(notes::put);
        case Gate.Result.Reject(Rejection why) -> {
          context.see(received);
          reject(received.id(), why, context);
          return;
        }
        case Gate.Result.Remove(AutoHandled as, String text, List<Event> more) -> {
          settle(received, as, Inbox.remove(received.id()), text, context);
          more.forEach(context::emit);
          return;
        }
        case Gate.Result.ToArchive(AutoHandled as, String text) -> {
          settle(received, as, Inbox.archive(received.id()), text, context);
          return;
        }
        case Gate.Result.PutAside(String why) -> {
          context.change(memory.closed(received.id(), STEP.command(), why));
          return;
        }
        case Gate.Result.Wait(String text) -> {
          left++;
          if (toldToWait.add(received.sender() + text)) {
            context.emit(about(received, "waiting", text, context));
          }
          return;
        }
      }
    }
    if (whole) {
      shown.add(new Shown(received, DigestItem.of(received, notes.build(), context)));
    } else {
      left++;
    }
  }

  private void reject(InboxId id, Rejection why, ReaderContext context) {
    counts.merge(AutoHandled.REJECTED_INVALID, 1, Integer::sum);
    context.reject(id, why);
    String text = "rejected " + id + ": " + why.code() + ": " + PeerText.plain(why.message());
    context.emit(context.event("rejected", text).about("item", id).about("code", why.code()));
  }

  private void settle(
      ReceivedEnvelope received,
      AutoHandled as,
      Change change,
      String text,
      ReaderContext context) {
    counts.merge(as, 1, Integer::sum);
    if (!context.isRepeated(received)) {
      // Else the entry that brought the envelope first may still wait in the inbox.
      context.see(received);
    }
    context.change(change);
    context.emit(about(received, as.toString(), text, context));
  }

  private static Event about(
      ReceivedEnvelope received, String kind, String text, ReaderContext context) {
    return context
        .event(kind, text + " (" + received.id() + ")")
        .about("item", received.id())
        .about("sender", received.sender());
  }

  /** Puts what has passed into the digest, but for messages that wait for a piece. */
  private void showAll(
      List<InboxId> chosen, BatchMemory memory, ReaderContext context, List<InboxId> pending)
      throws InterruptedException {
    DigestBatch batch = batch(context, memory);
    FetchTries tries = FetchTries.load(store, context.config(), node.now());
    ContentFetch pieces = new ContentFetch(client, context, tries);
    pieces.fetch(shown.stream().map(Shown::received).toList());
    shown.sort(Comparator.comparingInt(one -> chosen.indexOf(one.received().id())));
    for (Shown one : List.copyOf(shown)) {
      bounded(
          one.received().id(),
          memory,
          context,
          () -> show(one, pieces.of(one.received()), batch, context));
    }
    tries
        .change(pending.stream().map(InboxId::value).collect(Collectors.toSet()))
        .ifPresent(context::change);
  }

  private void show(
      Shown one, Optional<ContentFetch.FetchEnd> piece, DigestBatch batch, ReaderContext context) {
    ReceivedEnvelope received = one.received();
    DigestItem item = piece.map(how -> one.item().with(how, received, context)).orElse(one.item());
    Optional<DigestItem> fitting =
        piece.filter(ContentFetch.FetchEnd::isWaiting).isPresent()
            ? Optional.empty()
            : batch.take(received.id(), received.sender(), item);
    fitting.ifPresentOrElse(fits -> show(received, fits, context), () -> left++);
  }

  /** Puts an item into the digest; its entry stays in the inbox until it is decided on. */
  private void show(ReceivedEnvelope received, DigestItem item, ReaderContext context) {
    items.put(received.id().value(), item.json());
    if (received.payload() instanceof Payload.ShareEndorsement) {
      // The object is stored already; this trace shows a rerun that it came with this entry.
      context.see(received);
    }
  }

  /** Writes the digest and deletes decisions on an older one. */
  private void writeDigest(ReaderContext context) {
    NodeHome home = node.home();
    if (!items.isEmpty()) {
      context.change(
          Change.WriteFile.json(
              home.inboxDigest(),
              DigestItem.digest(node.now(), counts, List.copyOf(items.values()))));
    } else if (node.disk().exists(home.inboxDigest())) {
      context.change(new Change.RemoveFile(home.inboxDigest()));
    }
    if (node.disk().exists(home.readerDecisions())) {
      context.change(new Change.RemoveFile(home.readerDecisions()));
      context.emit(
          context
              .event("removed-decisions", "pre: removed decisions that fit no digest")
              .asError());
    }
  }

  private PreprocessResult result(int unread) {
    int rejected = counts.getOrDefault(AutoHandled.REJECTED_INVALID, 0);
    int duplicates = counts.getOrDefault(AutoHandled.DUPLICATES, 0);
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    return new PreprocessResult(
        processed,
        rejected,
        duplicates,
        all - rejected - duplicates,
        items.size(),
        unread + left,
        false);
  }
}
