package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;

/** The outbox as one JSON file an item. */
final class FileOutbox implements Outbox {
  private final Node node;

  FileOutbox(Node node) {
    this.node = node;
  }

  @Override
  public List<OutboxId> pending() {
    List<OutboxId> ids = new ArrayList<>();
    for (OutboxKind kind : OutboxKind.values()) {
      for (Path file : node.disk().files(folder(kind))) {
        JsonFiles.name(file).flatMap(name -> id(kind, name)).ifPresent(ids::add);
      }
    }
    ids.sort(null);
    return List.copyOf(ids);
  }

  @Override
  public Optional<JsonObject> read(OutboxId id) {
    return node.readJson(file(id));
  }

  @Override
  public List<String> failed() {
    return node.disk().files(node.home().outboxFailed()).stream()
        .flatMap(file -> JsonFiles.name(file).stream())
        .toList();
  }

  @Override
  public Optional<JsonObject> readFailed(String name) {
    return node.readJson(failedFile(name));
  }

  Path file(OutboxId id) {
    return folder(id.kind()).resolve(JsonFiles.fileName(id.name()));
  }

  Path failedFile(String name) {
    return node.home().outboxFailed().resolve(JsonFiles.fileName(name));
  }

  private Path folder(OutboxKind kind) {
    return node.home().outbox().resolve(kind.toString());
  }

  private static Optional<OutboxId> id(OutboxKind kind, String name) {
    try {
      return Optional.of(new OutboxId(kind, name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
