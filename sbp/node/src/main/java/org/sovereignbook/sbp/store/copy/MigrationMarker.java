package org.sovereignbook.sbp.store.copy;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;

/**
 * {@code operational/store-migration.json}: a migration that has begun and is not done. Stands from
 * before the first entry is written until after the old files are set aside.
 *
 * @param verified whether all was found the same, so that the configuration may name the new store
 */
public record MigrationMarker(String from, String to, String begun, boolean verified) {

  static Path file(Node node) {
    return node.home().operational().resolve("store-migration.json");
  }

  /**
   * Returns the interrupted migration, if there is one.
   *
   * @throws NodeException when the marker is damaged
   */
  public static Optional<MigrationMarker> of(Node node) {
    return node.readJson(file(node)).map(json -> parse(node, json));
  }

  MigrationMarker asVerified() {
    return new MigrationMarker(from, to, begun, true);
  }

  void write(Node node) {
    node.writeJson(file(node), Shape.write(this));
  }

  private static MigrationMarker parse(Node node, JsonObject json) {
    try {
      return Shape.of(MigrationMarker.class).read(json);
    } catch (Misfit e) {
      throw new NodeException(
          file(node) + " is damaged; look at it, then remove it and begin the migration again", e);
    }
  }
}
