package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Comparison of what an agent brings with what is here (CORDELIA §6.2): in its own memory and in
 * every group in which it writes, by type and name, and by the text.
 */
final class ConflictScan {
  /** Items of each scope that are compared, the newest first. */
  private static final int MOST_ITEMS = 2_000;

  /** Bytes of a body above which only its name is compared. */
  private static final int MOST_BYTES = 4_000;

  private final List<Known> known;

  /** Item that is here. */
  private record Known(String id, ItemType type, String name, Optional<Text> text) {}

  /** Words of an item. */
  private record Text(ItemWording wording, Statement statement) {
    static Optional<Text> of(ItemType type, JsonObject body) {
      return body.toString().length() > MOST_BYTES
          ? Optional.empty()
          : Optional.of(
              new Text(
                  ItemWording.of(body.without("id", "tags", "confidence", "validated")),
                  Statement.of(type.body(body).passages())));
    }

    boolean isNear(Text other) {
      return wording.isLike(other.wording)
          || statement.isNear(other.statement)
          || statement.contradicts(other.statement);
    }
  }

  private ConflictScan(List<Known> known) {
    this.known = known;
  }

  static ConflictScan of(Transaction tx, Principal agent) {
    Scopes scopes = new Scopes(tx);
    List<Known> known = new ArrayList<>();
    Stream.concat(
            Stream.of(scopes.ofHolder(agent)),
            Groups.memberships(tx, agent).stream()
                .filter(one -> one.role().includes(GroupRole.MEMBER))
                .flatMap(one -> scopes.find(Visibility.GROUP, one.groupId()).stream()))
        .flatMap(
            scope ->
                MemoryItem.ROWS
                    .list(
                        tx,
                        "WHERE scope = ? AND deleted_ms IS NULL ORDER BY updated_ms DESC, id LIMIT "
                            + MOST_ITEMS,
                        scope.scope())
                    .stream())
        .forEach(
            item ->
                known.add(
                    new Known(
                        item.id(),
                        item.type(),
                        name(item.title()),
                        Text.of(item.type(), new ItemRows(tx).body(item)))));
    return new ConflictScan(known);
  }

  private static String name(String title) {
    return PeerText.plain(title).strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  /** Returns how a brought item contradicts another than the one that the agent took along. */
  Optional<AgentMemory.Conflict> of(String itself, CarriedItem brought) {
    String name = name(brought.title());
    Optional<Text> text = Text.of(brought.type(), brought.body());
    Optional<AgentMemory.Conflict> found = Optional.empty();
    for (Known one : known) {
      if (one.type() == brought.type() && !one.id().equals(itself)) {
        if (one.name().equals(name)) {
          return Optional.of(AgentMemory.Conflict.SAME_NAME);
        }
        if (found.isEmpty()
            && text.isPresent()
            && one.text().filter(text.get()::isNear).isPresent()) {
          found = Optional.of(AgentMemory.Conflict.SIMILAR);
        }
      }
    }
    return found;
  }
}
