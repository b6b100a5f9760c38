package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestJar;

/** What comes with the program, read from its jar. */
class ResourcesTest {
  private static final String TEXT = "text.txt";
  private static final byte[] BYTES =
      "a text of the program ".repeat(20_000).getBytes(StandardCharsets.UTF_8);
  private static final int READINGS = 300;

  /** Of the program, which is a jar here. */
  static final class OfTheProgram {
    private OfTheProgram() {}
  }

  @Test
  void areReadWhileClassLoadersThatReadThemEnd(@TempDir Path folder) throws Exception {
    String name = OfTheProgram.class.getName();
    String file = name.replace('.', '/') + ".class";
    byte[] type = Resources.bytes(OfTheProgram.class, "/" + file).orElseThrow();
    Path jar = folder.resolve("program.jar");
    Files.write(jar, TestJar.of(Map.of(), Map.of(file, type, TEXT, BYTES)));
    URL[] urls = {jar.toUri().toURL()};
    AtomicBoolean over = new AtomicBoolean();
    try (URLClassLoader program = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Class<?> beside = program.loadClass(name);
      CompletableFuture<Void> plugins = CompletableFuture.runAsync(() -> comeAndGo(program, over));
      try {
        for (int i = 0; i < READINGS; i++) {
          assertThat(Resources.bytes(beside, "/" + TEXT)).hasValue(BYTES);
        }
      } finally {
        over.set(true);
        plugins.join();
      }
    }
  }

  private static void comeAndGo(ClassLoader program, AtomicBoolean over) {
    while (!over.get()) {
      try (URLClassLoader plugin = new URLClassLoader(new URL[0], program);
          InputStream in = plugin.getResourceAsStream(TEXT)) {
        int _ = in.read();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void whatIsNotThereIsEmpty() throws IOException {
    assertThat(Resources.bytes(Resources.class, "/no/such.txt")).isEmpty();
    assertThat(Resources.find("no/such.txt")).isEmpty();
  }
}
