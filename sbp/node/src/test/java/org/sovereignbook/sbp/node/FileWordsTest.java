package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWordsTest {
  private interface Attempt {
    void run() throws IOException;
  }

  @TempDir Path folder;

  private static IOException failure(Attempt attempt) {
    try {
      attempt.run();
    } catch (IOException e) {
      return e;
    }
    throw new AssertionError("it did not fail");
  }

  @Test
  void noWordsOfTheJdkReachAPerson() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "text");
    List<IOException> failures =
        new ArrayList<>(
            List.of(
                new AccessDeniedException("/a"),
                new NoSuchFileException("/a"),
                new FileNotFoundException("/a (Is a directory)"),
                new NotDirectoryException("/a"),
                new FileAlreadyExistsException("/a"),
                new DirectoryNotEmptyException("/a"),
                new FileSystemLoopException("/a"),
                new MalformedInputException(1),
                new ZipException("invalid LOC header"),
                new EOFException(),
                new FileSystemException("/a", null, null),
                new FileSystemException("/a", null, "Read-only file system"),
                new IOException((String) null),
                new IOException(new UncheckedIOException(new EOFException())),
                new IOException(new AccessDeniedException("/a")),
                new IOException("java.lang.IllegalStateException: no")));
    failures.add(failure(() -> Files.readAllBytes(folder)));
    failures.add(failure(() -> Files.readAllBytes(folder.resolve("missing"))));
    failures.add(failure(() -> Files.createDirectory(file.resolve("below"))));
    for (IOException each : failures) {
      assertThat(FileWords.of(each))
          .as(each.toString())
          .doesNotContain("java", "Exception", "null", "LOC")
          .isNotBlank();
    }
    assertThat(FileWords.of(new IOException(new AccessDeniedException("/a"))))
        .contains("permission denied");
  }

  @Test
  void aFullDiskIsNamedHoweverItIsWrapped() {
    IOException full = new IOException("No space left on device");
    assertThat(
            List.of(
                FileWords.of(full),
                FileWords.of(new IOException(full)),
                FileWords.of(new IOException(new UncheckedIOException(full)))))
        .allMatch(words -> words.contains("the disk is full"));
  }
}
