package org.sovereignbook.sbp.peer.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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
        ByteBuffer frames = ByteBuffer.wrap(Files.readAllBytes(journal));
        while (frames.remaining() > 3 * Integer.BYTES) {
          int _ = frames.getInt();
          byte[] path = new byte[frames.getInt()];
          int length = frames.getInt();
          if (frames.remaining() < path.length + length) {
            break;
          }
          frames.get(path).position(frames.position() + length);
          Path file = node.home().root().resolve(new String(path, StandardCharsets.UTF_8));
          lose(file, random);
        }
        byte[] torn = new byte[random.nextInt(100)];
        random.nextBytes(torn);
        Files.write(journal, torn, StandardOpenOption.APPEND);
      }
    }
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
