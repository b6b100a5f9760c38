package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;

/** The inbox as one JSON file an envelope. */
final class FileInbox implements Inbox {
  private static final int SUFFIX_VALUES = 1 << 16;

  private final Node node;

  FileInbox(Node node) {
    this.node = node;
  }

  @Override
  public InboxId accept(byte[] envelope, Instant received) {
    while (true) {
      InboxId id = InboxId.at(received, "%04x".formatted(node.random().nextInt(SUFFIX_VALUES)));
      if (node.disk().create(file(id), envelope)) {
        return id;
      }
    }
  }

  @Override
  public List<InboxId> pending() {
    List<InboxId> ids = new ArrayList<>();
    for (Path file : node.disk().files(node.home().inbox())) {
      JsonFiles.name(file).flatMap(FileInbox::id).ifPresent(ids::add);
    }
    ids.sort(null);
    return List.copyOf(ids);
  }

  @Override
  public Optional<byte[]> read(InboxId id) {
    return node.disk().read(file(id));
  }

  @Override
  public Usage usage() {
    List<Path> files = node.disk().files(node.home().inbox());
    return new Usage(files.size(), files.stream().mapToLong(node.disk()::sizeBytes).sum());
  }

  Path file(InboxId id) {
    return node.home().inbox().resolve(JsonFiles.fileName(id.value()));
  }

  /** The id in the name of a file; empty for a name that could be none. */
  static Optional<InboxId> id(String name) {
    try {
      return Optional.of(new InboxId(name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
