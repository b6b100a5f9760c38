package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.feed.Conversations;
import org.sovereignbook.sbp.peer.feed.Feed;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * The names in a node, for completion in every shell. An unreadable node has none: completion never
 * fails.
 */
public interface NodeWords {

  /** A word to be typed, with its description; both safe for a terminal. */
  record Word(String text, String description) {}

  /**
   * A peer's name and the values that distinguish it.
   *
   * @param isNameEnough whether its name alone is unique
   */
  record PeerWord(String name, String key, String endpoint, String trust, boolean isNameEnough) {}

  List<PeerWord> peers();

  List<String> inboxIds();

  List<String> outboxIds();

  /** Returns the newest pieces and the messages. */
  List<Word> readables();

  /** Returns the names of an extension kind, with those of plugins. */
  List<String> extensions(ExtensionKind<?> kind);

  List<String> plugins();

  /** Returns the society's agents, without removed ones. */
  List<String> agents();

  /** Returns the open tasks, newest first. */
  List<Word> tasks();

  /** Returns the ids of mails that wait for the owner. */
  List<String> mails();

  /** Returns the newest events. */
  List<Word> events();

  /** Returns the requests that wait for the owner. */
  List<Word> requests();

  /** Returns the drafts that wait for the owner. */
  List<Word> drafts();

  /** Returns the owner's newest items of memory. */
  List<Word> items();

  /** Returns the words that features have for a kind of values. */
  List<Word> ofFeatures(String kind);

  /** Returns the present names of a session's node. */
  static NodeWords of(Supplier<Session> session) {
    return new StoredWords(session);
  }

  /**
   * Returns completions of a value; empty for kinds unrelated to a node.
   *
   * @param kind as {@link Argument#kind}
   * @param typed the beginning of the value; keys and endpoints are offered once it begins like one
   */
  default List<Word> of(String kind, String typed) {
    return ValueKind.of(kind)
        .map(known -> of(known, typed))
        .orElseGet(() -> ofFeatures(kind).stream())
        .filter(word -> !word.text().isEmpty() && !word.text().startsWith("-"))
        .filter(word -> word.text().codePoints().noneMatch(PeerText::isUnsafe))
        .map(word -> new Word(word.text(), PeerText.plain(word.description())))
        .toList();
  }

  private Stream<Word> of(ValueKind kind, String typed) {
    return switch (kind) {
      case PEER -> peers(typed);
      case URL -> peers().stream().map(peer -> new Word(peer.endpoint(), peer.name()));
      case INBOX_ID -> plain(inboxIds());
      case OUTBOX_ID -> plain(outboxIds());
      case READABLE_ID -> readables().stream();
      case TASK_ID -> tasks().stream();
      case MAIL_ID -> plain(mails());
      case EVENT_ID -> events().stream();
      case REQUEST_ID -> Stream.concat(requests().stream(), drafts().stream());
      case DRAFT_ID -> drafts().stream();
      case MEMORY_ID -> items().stream();
      case BACKEND -> plain(extensions(ExtensionKind.LLM));
      case STORE -> plain(extensions(ExtensionKind.STORE));
      case PLUGIN -> plain(plugins());
      case AGENT -> plain(agents());
      case FLAG, TEXT, INTEGER, CHOICE, FILE, FOLDER, PAIR, OF_FEATURE -> Stream.of();
    };
  }

  private static Stream<Word> plain(List<String> words) {
    return words.stream().map(word -> new Word(word, ""));
  }

  /** Returns names; keys, fingerprints and endpoints only when {@code typed} begins like one. */
  private Stream<Word> peers(String typed) {
    List<Word> words = new ArrayList<>();
    for (PeerWord peer : peers()) {
      if (peer.isNameEnough()) {
        words.add(new Word(peer.name(), Abbreviation.of(peer.key()) + "  " + peer.trust()));
      }
      boolean begun = !typed.isEmpty() && peer.key().startsWith(typed);
      if (begun || !peer.isNameEnough() || peer.name().isEmpty()) {
        words.add(new Word(peer.key(), peer.name() + "  " + peer.trust()));
      }
      if (!typed.isEmpty() && peer.endpoint().startsWith(typed)) {
        words.add(new Word(peer.endpoint(), peer.name()));
      }
    }
    return words.stream();
  }

  /** Names read from the store at each call. */
  record StoredWords(Supplier<Session> session) implements NodeWords {
    private static final int MAX_READABLES = 50;

    @Override
    public List<PeerWord> peers() {
      return read(
          store -> {
            PeerTable table = store.peers();
            PeerNames names = new PeerNames(table, Optional.empty());
            return table.peers().stream().map(peer -> word(peer, names)).toList();
          });
    }

    private static PeerWord word(Peer peer, PeerNames names) {
      return new PeerWord(
          peer.name(),
          peer.publicKey().toString(),
          peer.endpoint().toString(),
          peer.trust().toString(),
          !names.isAmbiguous(peer.name(), peer.publicKey()));
    }

    @Override
    public List<String> inboxIds() {
      return read(store -> store.inbox().pending().stream().map(Object::toString).toList());
    }

    @Override
    public List<String> outboxIds() {
      return read(
          store ->
              Stream.concat(store.outbox().pending().stream(), store.outbox().failed().stream())
                  .map(Object::toString)
                  .toList());
    }

    @Override
    public List<Word> readables() {
      return read(
          store ->
              Stream.concat(
                      new Feed(store)
                          .newestFirst()
                          .limit(MAX_READABLES)
                          .map(piece -> new Word(Abbreviation.of(piece.hash()), piece.title())),
                      plain(new Conversations(store).ids()).limit(MAX_READABLES))
                  .toList());
    }

    @Override
    public List<String> extensions(ExtensionKind<?> kind) {
      return quietly(() -> session.get().extensions(session.get().nodeIfAny()).names(kind));
    }

    @Override
    public List<String> plugins() {
      return quietly(
          () ->
              session.get().extensions(session.get().nodeIfAny()).catalog().all().stream()
                  .map(plugin -> plugin.name())
                  .toList());
    }

    @Override
    public List<String> agents() {
      return ofSociety(tx -> Agents.living(tx).stream().map(Agent::name).toList());
    }

    @Override
    public List<Word> tasks() {
      return ofSociety(
          tx ->
              Board.in(tx).newestOpen(MAX_READABLES).stream()
                  .map(task -> new Word(task.id(), task.title()))
                  .toList());
    }

    @Override
    public List<String> mails() {
      return ofSociety(tx -> Mailboxes.ofOwner(tx, MAX_READABLES).stream().map(Mail::id).toList());
    }

    @Override
    public List<Word> events() {
      return ofSociety(
          tx ->
              new EventLog(tx)
                  .before(Long.MAX_VALUE, EventFilter.ALL, MAX_READABLES).stream()
                      .map(event -> new Word(event.id(), event.kind()))
                      .toList());
    }

    @Override
    public List<Word> requests() {
      return ofSociety(
          tx ->
              new AccessRequests(tx)
                  .pending().stream()
                      .map(request -> new Word(request.id(), request.tool()))
                      .toList());
    }

    @Override
    public List<Word> drafts() {
      return quietly(
          () -> {
            Session now = session.get();
            Optional<Node> node = now.nodeIfAny();
            if (node.isEmpty()) {
              return List.of();
            }
            try (Store store = now.store(node.get())) {
              return new Approvals(node.get(), store)
                  .pending().stream()
                      .map(draft -> new Word(draft.id(), draft.kind() + " by " + draft.by()))
                      .toList();
            }
          });
    }

    @Override
    public List<Word> items() {
      return ofSociety(
          tx ->
              new Items(tx)
                  .list(Caller.owner("command"), ItemFilter.ALL, MAX_READABLES).stream()
                      .map(Items.Whole::item)
                      .map(item -> new Word(item.label().orElse(item.id()), item.title()))
                      .toList());
    }

    @Override
    public List<Word> ofFeatures(String kind) {
      return ofSociety(
          tx ->
              tx.features().of(CommandFeature.class).stream()
                  .flatMap(feature -> quietly(() -> feature.words(tx, kind)).stream())
                  .limit(MAX_READABLES)
                  .toList());
    }

    private <T> List<T> ofSociety(Ledger.Work<List<T>> what) {
      return quietly(
          () -> {
            Session now = session.get();
            Optional<Ledger> open = now.nodeIfAny().flatMap(now::ledgerIfAny);
            if (open.isEmpty()) {
              return List.of();
            }
            try (Ledger ledger = open.get()) {
              return ledger.<List<T>>read(what);
            }
          });
    }

    private <T> List<T> read(Function<Store, List<T>> what) {
      return quietly(
          () -> {
            Session now = session.get();
            Optional<Store> open = now.nodeIfAny().map(now::store);
            if (open.isEmpty()) {
              return List.of();
            }
            try (Store store = open.get()) {
              return what.apply(store);
            }
          });
    }

    private static <T> List<T> quietly(Supplier<List<T>> what) {
      try {
        return what.get();
      } catch (RuntimeException e) {
        // The command that is being typed will report the node's problem.
        return List.of();
      }
    }
  }
}
