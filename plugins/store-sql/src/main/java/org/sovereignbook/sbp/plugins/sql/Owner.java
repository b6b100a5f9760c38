package org.sovereignbook.sbp.plugins.sql;

import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Owning node of these tables, in {@code meta}: two nodes that were led to the same tables by
 * mistake would mix their peers and post in each other's name.
 */
final class Owner {
  private static final String NAME = "public_key";

  private Owner() {}

  /** Refuses another node's tables; new ones become this node's. */
  static void check(Node node, Database database) {
    JsonObject identity = node.readIntactJson(node.home().identity()).orElse(JsonObject.empty());
    Optional<String> own = identity.string("public_key");
    if (own.isEmpty()) {
      return;
    }
    Optional<String> owner = database.read(Owner::find);
    if (owner.isEmpty() || owner.equals(identity.string("previous_key"))) {
      database.write(
          sql ->
              sql.update(
                  "INSERT INTO meta (name, value) VALUES (?, ?)"
                      + " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                  NAME,
                  own.get()));
    } else if (!owner.equals(own)) {
      throw new StoreException(
          database.location()
              + " belongs to the node with the key "
              + owner.get()
              + ", this one has "
              + own.get()
              + "; give each node a database of its own (or bring the new keys here, if the node"
              + " has changed them on another machine)");
    }
  }

  private static Optional<String> find(Sql sql) {
    return sql.first("SELECT value FROM meta WHERE name = ?", row -> row.text(1), NAME);
  }
}
