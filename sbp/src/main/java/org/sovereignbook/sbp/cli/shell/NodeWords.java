package org.sovereignbook.sbp.cli.shell;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.store.Store;

/** What a node has names for. A node that cannot be read has none: completion never fails. */
interface NodeWords {

  /** A peer as it is typed and as it is told apart. */
  record PeerWord(String name, String key, String endpoint, String trust) {}

  List<PeerWord> peers();

  List<String> inboxIds();

  List<String> outboxIds();

  /** The names that the store of a session's node has right now. */
  static NodeWords of(Supplier<Session> session) {
    return new Stored(session);
  }

  /** Looks at the store anew each time. */
  record Stored(Supplier<Session> session) implements NodeWords {

    @Override
    public List<PeerWord> peers() {
      return read(
          store ->
              store.peers().peers().stream()
                  .map(
                      peer ->
                          new PeerWord(
                              peer.name(),
                              peer.publicKey().toString(),
                              peer.endpoint().toString(),
                              peer.trust().toString()))
                  .toList());
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

    private <T> List<T> read(Function<Store, List<T>> what) {
      try {
        Session now = session.get();
        return now.nodeIfAny()
            .map(
                node -> {
                  try (Store store = now.store(node)) {
                    return what.apply(store);
                  }
                })
            .orElseGet(List::of);
      } catch (RuntimeException e) {
        // Whatever is wrong with the node, the command that is being typed will say it.
        return List.of();
      }
    }
  }
}
