package org.sovereignbook.sbp.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Looks into a jar without running anything of it and without PF4J: its manifest, and whether the
 * extensions that its index names are in it. What it reads is bounded, whatever the jar claims.
 */
final class PluginJar {
  /** No larger file is looked into. */
  static final long MAX_JAR_BYTES = 256L * 1024 * 1024;

  static final int MAX_MANIFEST_BYTES = 64 * 1024;
  static final int MAX_INDEX_BYTES = 64 * 1024;

  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String INDEX = "META-INF/extensions.idx";

  private PluginJar() {}

  /** What the jar says of itself. */
  static PluginManifest read(Path file) throws NotAPluginException {
    try {
      if (Files.size(file) > MAX_JAR_BYTES) {
        throw new NotAPluginException("it has more than " + MAX_JAR_BYTES + " bytes");
      }
      try (ZipFile jar = new ZipFile(file.toFile())) {
        byte[] manifest = entry(jar, MANIFEST, MAX_MANIFEST_BYTES);
        PluginManifest read =
            PluginManifest.of(new Manifest(new ByteArrayInputStream(manifest)).getMainAttributes());
        requireExtensions(jar);
        return read;
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new NotAPluginException("it cannot be read as a jar: " + e.getMessage());
    }
  }

  /** The extension classes that its index names. */
  static List<String> extensions(Path file) throws NotAPluginException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      return extensions(jar);
    } catch (IOException e) {
      throw new NotAPluginException("it cannot be read as a jar: " + e.getMessage());
    }
  }

  private static List<String> extensions(ZipFile jar) throws IOException, NotAPluginException {
    String index = new String(entry(jar, INDEX, MAX_INDEX_BYTES), StandardCharsets.UTF_8);
    return index
        .lines()
        .map(line -> (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static void requireExtensions(ZipFile jar) throws IOException, NotAPluginException {
    List<String> classes = extensions(jar);
    if (classes.isEmpty()) {
      throw new NotAPluginException("its " + INDEX + " names no class");
    }
    for (String name : classes) {
      if (jar.getEntry(name.replace('.', '/') + ".class") == null) {
        throw new NotAPluginException(
            "its extension " + PeerText.quote(name) + " is not in the jar");
      }
    }
  }

  /** The claimed size may be a lie, so no more than the limit is ever inflated. */
  private static byte[] entry(ZipFile jar, String name, int maxBytes)
      throws IOException, NotAPluginException {
    ZipEntry entry = jar.getEntry(name);
    if (entry == null || entry.isDirectory()) {
      throw new NotAPluginException("it has no " + name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw new NotAPluginException("its " + name + " has more than " + maxBytes + " bytes");
      }
      return bytes;
    }
  }
}
