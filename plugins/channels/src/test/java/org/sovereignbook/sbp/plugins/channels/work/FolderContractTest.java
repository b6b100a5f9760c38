package org.sovereignbook.sbp.plugins.channels.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.plugins.channels.ChannelContract;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** The folder, whose server is the file system. */
class FolderContractTest extends ChannelContract {
  @TempDir private Path folder;
  private int number;

  private Path sync() {
    return folder.resolve("sync");
  }

  @Override
  protected ChannelLine open() throws ChannelException {
    return new FolderAdapter()
        .open(
            new ChannelSetup(
                "folder",
                Map.of("path", sync().toString()),
                owner(),
                () -> "",
                InstantSource.system()));
  }

  /** Takes the folder away, as when the disk of a synchronized folder is gone. */
  @Override
  protected void stop() throws IOException {
    if (Files.exists(sync())) {
      Path _ = Files.move(sync(), folder.resolve("gone"));
    }
  }

  @Override
  protected String owner() {
    return "me";
  }

  @Override
  protected void arrives(String text) throws IOException {
    Path _ = Files.writeString(sync().resolve("in").resolve("m" + number++ + ".md"), text);
  }

  @Override
  protected boolean keepsMessages() {
    return false;
  }

  @Test
  void aFileEndsTheWaitForIt() throws Exception {
    try (ChannelLine line = open()) {
      arrives("one");

      assertThat(line.await(Duration.ofSeconds(2))).isTrue();
    }
  }

  @Test
  void aFileIsDeletedOnlyWhenItWasTakenAndOneFromBeforeIsKept() throws Exception {
    try (ChannelLine line = open()) {
      arrives("from before");
      String since = line.receive(Optional.empty(), (_, _) -> {});
      assertThat(sync().resolve("in/before/m0.md")).hasContent("from before");
      arrives("one");
      List<String> ids = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  line.receive(
                      Optional.of(since),
                      (_, message) -> {
                        ids.add(message.id());
                        throw new IllegalStateException("the database is locked");
                      }))
          .hasMessage("the database is locked");
      assertThat(sync().resolve("in/m1.md")).exists();
      String _ = line.receive(Optional.of(since), (_, message) -> ids.add(message.id()));
      assertThat(ids).hasSize(2).containsOnly(ids.getFirst());
      assertThat(sync().resolve("in/m1.md")).doesNotExist();
    }
  }

  @Test
  void aFolderNamedAsAMessageKeepsNoMessageFromComing() throws Exception {
    try (ChannelLine line = open()) {
      String since = line.receive(Optional.empty(), (_, _) -> {});
      Path _ = Files.createDirectory(sync().resolve("in/a.md"));
      arrives("hello");
      List<String> texts = new ArrayList<>();
      String _ =
          line.receive(Optional.of(since), (_, message) -> texts.add(message.content().text()));
      assertThat(texts).containsExactly("hello");
    }
  }

  @Override
  protected List<String> keys() throws IOException {
    try (Stream<Path> files = Files.list(sync().resolve("out"))) {
      return files.map(file -> file.getFileName().toString().replace(".md", "")).toList();
    }
  }
}
