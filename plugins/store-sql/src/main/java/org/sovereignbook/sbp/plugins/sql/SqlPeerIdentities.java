package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/** The last identity document of each peer, as rows of {@code peer_identity}. */
final class SqlPeerIdentities {
  private SqlPeerIdentities() {}

  /** A document that no longer validates counts as not held. */
  static Optional<IdentityDocument> find(Database database, Node node, PublicKey key) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT document FROM peer_identity WHERE public_key = ?",
                    row -> row.text(1),
                    key.toString()))
        .map(text -> StoredJson.parse("the identity document of " + key, text))
        .flatMap(json -> IdentityDocument.validate(json, node.clock().instant()).toOptional());
  }

  static List<PublicKey> keys(Database database) {
    return database
        .read(
            sql ->
                sql.list(
                    "SELECT public_key FROM peer_identity", row -> PublicKey.parse(row.text(1))))
        .stream()
        .sorted()
        .toList();
  }

  static void store(Sql sql, IdentityDocument document) throws SQLException {
    sql.update(
        "INSERT INTO peer_identity (public_key, document) VALUES (?, ?)"
            + " ON CONFLICT (public_key) DO UPDATE SET document = excluded.document",
        document.publicKey().toString(),
        StoredJson.text(document.json()));
  }
}
