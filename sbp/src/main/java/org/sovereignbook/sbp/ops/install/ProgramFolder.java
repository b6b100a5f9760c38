package org.sovereignbook.sbp.ops.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * The program as installed for this account from JBang's build: {@code bin/sbp}, {@code
 * lib/sbp.jar}, {@code lib/plugins/*.jar}, as in every release. Each build has a folder of its own,
 * which appears complete or not at all. The link {@code program} beside them leads to the one that
 * ran last, so that nodes and services use an upgrade automatically. The previous build stays,
 * because a process may be starting from it; older ones are deleted once no process runs from them.
 *
 * @param data the account's folder for this program
 * @param classPath JBang's class path; its own jar first, then the libraries
 * @param javaHome the JDK for nodes
 * @param jbang the program that runs ejected steps, if known
 * @param notes receives notes on slow work
 */
record ProgramFolder(
    Path data, List<Path> classPath, Path javaHome, Optional<Path> jbang, Consumer<String> notes) {
  private static final String PREFIX = "program-";
  private static final String LAUNCHER = "launcher/";
  private static final String MAIN_CLASS = "org.sovereignbook.sbp.cli.Main";
  private static final int KEY_CHARACTERS = 16;

  /** Returns the path of the installed launcher. */
  Path launcher() throws IOException {
    Path folder = data.resolve(PREFIX + key());
    if (!Files.isExecutable(folder.resolve("bin/sbp"))) {
      make(folder);
    }
    return link(folder).resolve("bin/sbp");
  }

  /** Returns a name that identifies this build. */
  private String key() throws IOException {
    StringBuilder build = new StringBuilder(javaHome.toString());
    for (Path jar : classPath) {
      build.append('\n').append(jar).append(' ').append(Files.size(jar));
      build.append(' ').append(Files.getLastModifiedTime(jar).toMillis());
    }
    byte[] bytes = build.toString().getBytes(StandardCharsets.UTF_8);
    return ContentHash.ofBytes(bytes).hex().substring(0, KEY_CHARACTERS);
  }

  private void make(Path folder) throws IOException {
    notes.accept("sbp: first use of this build: putting it into " + folder);
    Files.createDirectories(data);
    Path made = Files.createTempDirectory(data, ".making-");
    try {
      fill(made);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      OwnerOnly.deleteTree(made);
      // Another start may have made the same folder meanwhile.
      if (!Files.isExecutable(folder.resolve("bin/sbp"))) {
        throw e;
      }
    }
  }

  private void fill(Path folder) throws IOException {
    List<PluginSource> plugins = PluginSource.in(classPath.getFirst());
    Path jars = Files.createDirectories(folder.resolve("lib/plugins"));
    MergedJar program = new MergedJar();
    program.add(
        classPath.getFirst(),
        name ->
            plugins.stream().anyMatch(plugin -> plugin.owns(name))
                ? Optional.empty()
                : Optional.of(name));
    for (Path library : classPath.subList(1, classPath.size())) {
      if (plugins.stream().noneMatch(plugin -> plugin.needs(library))) {
        program.add(library, Optional::of);
      }
    }
    program.write(
        folder.resolve("lib/sbp.jar"),
        Map.of(
            "Main-Class",
            MAIN_CLASS,
            "Implementation-Version",
            ProgramVersion.text(),
            "Enable-Native-Access",
            "ALL-UNNAMED",
            "Class-Path",
            plugins.stream()
                .filter(PluginSource::isFeature)
                .map(plugin -> "plugins/" + plugin.id() + ".jar")
                .collect(Collectors.joining(" "))));
    for (PluginSource plugin : plugins) {
      MergedJar jar = new MergedJar();
      jar.add(classPath.getFirst(), plugin::nameInJar);
      for (Path library : classPath.subList(1, classPath.size())) {
        if (plugin.needs(library)) {
          jar.add(library, Optional::of);
        }
      }
      jar.write(jars.resolve(plugin.id() + ".jar"), plugin.manifest(ProgramVersion.text()));
    }
    launchers(Files.createDirectories(folder.resolve("bin")));
    Files.createSymbolicLink(folder.resolve("runtime"), javaHome);
  }

  private void launchers(Path bin) throws IOException {
    try (JarFile build = new JarFile(classPath.getFirst().toFile())) {
      for (String name : List.of("sbp", "sbp.cmd")) {
        try (InputStream text = build.getInputStream(build.getEntry(LAUNCHER + name))) {
          Files.copy(text, bin.resolve(name));
        }
      }
    }
    Files.setPosixFilePermissions(bin.resolve("sbp"), PosixFilePermissions.fromString("rwxr-xr-x"));
    if (jbang.isPresent()) {
      Files.createSymbolicLink(bin.resolve("jbang"), jbang.get());
    }
  }

  /** Returns the link to a build, or the build itself where links are not possible. */
  private Path link(Path folder) throws IOException {
    Path link = data.resolve("program");
    if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(folder.getFileName())) {
      return link;
    }
    Optional<Path> before =
        Files.isSymbolicLink(link) ? Optional.of(Files.readSymbolicLink(link)) : Optional.empty();
    Path made = data.resolve(".link-" + ProcessHandle.current().pid());
    Files.deleteIfExists(made);
    Files.createSymbolicLink(made, folder.getFileName());
    Files.move(made, link, StandardCopyOption.ATOMIC_MOVE);
    removeAllBut(folder.getFileName(), before.orElse(folder.getFileName()));
    return link;
  }

  private void removeAllBut(Path one, Path other) throws IOException {
    List<Path> old = new ArrayList<>();
    try (DirectoryStream<Path> builds = Files.newDirectoryStream(data, PREFIX + "*")) {
      for (Path build : builds) {
        if (!build.getFileName().equals(one) && !build.getFileName().equals(other)) {
          old.add(build);
        }
      }
    }
    old.removeIf(ProgramFolder::isInUse);
    for (Path build : old) {
      OwnerOnly.deleteTree(build);
    }
  }

  /** Returns whether a process of this account has a file of the folder in its command line. */
  private static boolean isInUse(Path build) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .anyMatch(words -> words.contains(build + "/"));
  }
}
