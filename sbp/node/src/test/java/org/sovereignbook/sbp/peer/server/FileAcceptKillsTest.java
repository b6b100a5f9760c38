package org.sovereignbook.sbp.peer.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testkit.store.AcceptKillsContract;

/** A server with files. Of those that are in a journal, the power failure takes what it likes. */
class FileAcceptKillsTest extends AcceptKillsContract {
  @Override
  protected Class<? extends StoreProvider> provider() {
    return FileStoreProvider.class;
  }

  @Override
  protected void afterKill(Node node, Random random) throws IOException {
    if (!Files.exists(node.home().intake())) {
      return;
    }
    try (Stream<Path> all = Files.list(node.home().intake())) {
      List<Path> journals = all.filter(file -> file.toString().endsWith(".journal")).toList();
      for (Path journal : journals) {
        long end = 0;
        for (Optional<Frame> one = frame(journal, end); one.isPresent(); ) {
          lose(node.home().root().resolve(one.get().path()), random);
          end = one.get().end();
          one = frame(journal, end);
        }
        byte[] torn = new byte[random.nextInt(100)];
        random.nextBytes(torn);
        node.disk().writeAt(journal, end, torn);
      }
    }
  }

  private record Frame(String path, long end) {}

  /** Reads a frame that counts; what follows the last may be of the journal's earlier names. */
  private static Optional<Frame> frame(Path journal, long place) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(journal).position(place)) {
      ByteBuffer head = read(channel, 3 * Integer.BYTES);
      if (head.remaining() < 3 * Integer.BYTES) {
        return Optional.empty();
      }
      int checksum = head.getInt();
      head.mark();
      int path = head.getInt();
      int length = head.getInt();
      long end = channel.position() + path + length;
      if (path <= 0 || length < 0 || end > channel.size()) {
        return Optional.empty();
      }
      byte[] names = read(channel, path).array();
      CRC32C found = new CRC32C();
      found.update(journal.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      found.update(head.reset());
      found.update(names);
      found.update(read(channel, length));
      return Optional.of(new Frame(new String(names, StandardCharsets.UTF_8), end))
          .filter(_ -> checksum == (int) found.getValue());
    }
  }

  private static ByteBuffer read(SeekableByteChannel channel, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // The rest of it.
    }
    return buffer.flip();
  }

  private static void lose(Path file, Random random) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      switch (random.nextInt(4)) {
        case 0 -> Files.delete(file);
        case 1 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
        case 2 -> {
          Arrays.fill(bytes, random.nextInt(bytes.length), bytes.length, (byte) 0);
          Files.write(file, bytes);
        }
        default -> {}
      }
    } catch (NoSuchFileException e) {
      // The server was killed before it had its name.
    }
  }
}
