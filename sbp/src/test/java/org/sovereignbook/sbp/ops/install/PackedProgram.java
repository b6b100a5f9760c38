package org.sovereignbook.sbp.ops.install;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.sovereignbook.sbp.node.Features;

/**
 * The program under test as a launcher that starts quickly, as {@code scripts/sbp} starts sbp.jar:
 * one jar without signatures, and an AOT cache. Made once for all tests of this JVM.
 */
public final class PackedProgram {
  private static final Instant ENTRY_TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String JAR = "sbp.jar";
  private static final String CACHE = "sbp.aot";
  private static final String OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED"
          + " -Xlog:disable -Xlog:all=error,aot*=off,cds*=off:stderr";

  /** As the launcher has them: a JVM that learns of hot methods compiles them at each start. */
  private static final String TRAINING = " -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining";

  private static final String NO_REPLAY = " -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining";

  private PackedProgram() {}

  /** Made by whoever asks first. */
  private static final class Made {
    static final Path SCRIPT = make();
  }

  /** The launcher. */
  public static Path script() {
    return Made.SCRIPT;
  }

  /**
   * Starts another class beside the program's own; it ends with its arguments.
   *
   * @param classes where it is; a cache holds for class paths that begin as its own
   */
  public static List<String> java(Path classes, String mainClass) {
    Path folder = script().getParent();
    List<String> words = new ArrayList<>(List.of(JAVA, "-XX:AOTCache=" + folder.resolve(CACHE)));
    words.addAll(List.of((OPTIONS + NO_REPLAY).split(" ")));
    words.addAll(List.of("-cp", folder.resolve(JAR) + File.pathSeparator + classes, mainClass));
    return words;
  }

  private static Path make() {
    try {
      Path folder = Files.createTempDirectory("sbp-under-test").toRealPath();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      Path jar = folder.resolve(JAR);
      pack(jar);
      Path script = folder.resolve("sbp");
      Path cache = folder.resolve(CACHE);
      write(script, "-XX:AOTCacheOutput='%s' %s".formatted(cache, OPTIONS + TRAINING), jar);
      run(script, "warm-up");
      write(script, "-XX:AOTCache='%s' %s".formatted(cache, OPTIONS + NO_REPLAY), jar);
      return script;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path script, String options, Path jar) throws IOException {
    Files.writeString(
        script,
        "#!/bin/sh\nexport SBP_ACCEPT_PROGRAMS=\"${SBP_ACCEPT_PROGRAMS-1}\"\nexec '%s' %s -cp '%s' org.sovereignbook.sbp.cli.Main \"$@\"\n"
            .formatted(JAVA, options, jar));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  /** Without a cache the program only starts later. */
  private static void run(Path script, String command) throws IOException {
    try {
      new ProcessBuilder(script.toString(), command)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pack(Path jar) throws IOException {
    Set<String> packed = new HashSet<>(Set.of(Features.INDEX));
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file)) {
      out.setLevel(0);
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        Path path = Path.of(entry);
        if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
          packFolder(path, packed, out);
        } else if (isLibraryOfTheProgram(path) || hasFeatures(path)) {
          packJar(path, packed, out);
        }
      }
      packFeatures(out);
    }
  }

  /** The features of all folders and jars, in one index: a jar has one file of a name. */
  private static void packFeatures(ZipOutputStream out) throws IOException {
    put(Features.INDEX, out);
    for (URL index :
        Collections.list(PackedProgram.class.getClassLoader().getResources(Features.INDEX))) {
      try (InputStream content = index.openStream()) {
        content.transferTo(out);
      }
    }
    out.closeEntry();
  }

  private static boolean isLibraryOfTheProgram(Path path) {
    return Files.isRegularFile(path)
        && Stream.of(
                "sbp-",
                "picocli",
                "jackson",
                "bcprov",
                "jline",
                "pf4j",
                "slf4j",
                "jspecify",
                "snakeyaml",
                "cron-utils",
                "commonmark",
                "qrcodegen",
                "preact",
                "sqlite-jdbc")
            .anyMatch(path.getFileName().toString()::startsWith);
  }

  private static boolean hasFeatures(Path path) throws IOException {
    if (!Files.isRegularFile(path) || !path.getFileName().toString().endsWith(".jar")) {
      return false;
    }
    try (ZipFile jar = new ZipFile(path.toFile())) {
      return jar.getEntry(Features.INDEX) != null;
    }
  }

  private static void packFolder(Path folder, Set<String> packed, ZipOutputStream out)
      throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(path).toString().replace(File.separatorChar, '/');
        if (packed.add(name)) {
          put(name, out);
          Files.copy(path, out);
          out.closeEntry();
        }
      }
    }
  }

  private static void packJar(Path library, Set<String> packed, ZipOutputStream out)
      throws IOException {
    Predicate<ZipEntry> left =
        entry ->
            entry.isDirectory()
                || entry.getName().matches("META-INF/(MANIFEST.MF|.*\\.(SF|RSA|DSA)|versions/.*)");
    try (ZipFile in = new ZipFile(library.toFile())) {
      for (ZipEntry entry : in.stream().filter(left.negate()).toList()) {
        if (packed.add(entry.getName())) {
          put(entry.getName(), out);
          try (InputStream content = in.getInputStream(entry)) {
            content.transferTo(out);
          }
          out.closeEntry();
        }
      }
    }
  }

  private static void put(String name, ZipOutputStream out) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setLastModifiedTime(FileTime.from(ENTRY_TIME));
    out.putNextEntry(entry);
  }

  private static void remove(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // The machine clears its temporary folder anyway.
    }
  }
}
