package org.sovereignbook.sbp.store.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnerOnly;

/** The file of a backup: a zip with {@code node/…} and, last, its manifest. */
public record BackupArchive(Path file) {
  private static final String NODE = "node/";
  private static final int MAX_MANIFEST_BYTES = 256 << 20;
  private static final int PIECE_BYTES = 1 << 16;

  /** Writes it; what is gone by now is left out. */
  BackupManifest write(BackupManifest about, SequencedMap<String, Path> from) throws IOException {
    SequencedMap<String, BackupManifest.OfFile> files = new LinkedHashMap<>();
    SequencedMap<String, String> links = new LinkedHashMap<>();
    try (FileChannel channel = FileChannel.open(ownersOnly(), StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(channel);
        ZipOutputStream zip = new ZipOutputStream(out, UTF_8)) {
      for (Map.Entry<String, Path> each : from.entrySet()) {
        if (Files.isSymbolicLink(each.getValue())) {
          links.put(each.getKey(), Files.readSymbolicLink(each.getValue()).toString());
        } else {
          put(zip, each.getKey(), each.getValue())
              .ifPresent(file -> files.put(each.getKey(), file));
        }
      }
      BackupManifest manifest = about.of(files, links);
      zip.putNextEntry(entry(BackupManifest.ENTRY));
      zip.write(JsonWriter.bytes(Shape.write(manifest)));
      zip.closeEntry();
      zip.finish();
      channel.force(true);
      return manifest;
    }
  }

  /** Creates the file for its owner only, because it may contain the keys. */
  private Path ownersOnly() throws IOException {
    Files.createFile(file);
    OwnerOnly.restrict(file);
    return file;
  }

  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    // The time of a file says nothing about the backup, and of two equal ones the bytes are equal.
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    return entry;
  }

  private static Optional<BackupManifest.OfFile> put(ZipOutputStream zip, String name, Path from)
      throws IOException {
    try (InputStream in = Files.newInputStream(from)) {
      zip.putNextEntry(entry(NODE + name));
      BackupManifest.OfFile about = copy(in, zip, Long.MAX_VALUE, mode(from));
      zip.closeEntry();
      return Optional.of(about);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Copies in parts, since a database may be larger than the memory. Returns the file's entry for
   * the manifest.
   */
  private static BackupManifest.OfFile copy(
      InputStream in, OutputStream out, long most, Optional<String> mode) throws IOException {
    ContentHash.Running hash = new ContentHash.Running();
    long count = 0;
    for (byte[] some = in.readNBytes(PIECE_BYTES);
        some.length > 0 && count <= most;
        some = in.readNBytes(PIECE_BYTES)) {
      count += some.length;
      if (count <= most) {
        out.write(some);
        hash.add(some);
      }
    }
    return new BackupManifest.OfFile(count, hash.hash(), mode);
  }

  private static Optional<String> mode(Path file) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view == null
        ? Optional.empty()
        : Optional.of(PosixFilePermissions.toString(view.readAttributes().permissions()));
  }

  /**
   * Reads all of it, and compares every file with the manifest.
   *
   * @throws NodeException when it is no backup, or a damaged one; names the file in it
   */
  public BackupManifest verify() {
    return each(_ -> {}, (path, about) -> OutputStream.nullOutputStream());
  }

  /** Destination of an archive's files. */
  private interface Sink {
    OutputStream open(String path, BackupManifest.OfFile about) throws IOException;
  }

  /**
   * Writes its files into a folder, each as it was backed up. Links that lead out of the node, or
   * are behind another link, are left out: later writes of the node would go there.
   *
   * @param folder an empty or missing folder
   * @param freeBytes the space available
   */
  BackupManifest extract(Path folder, long freeBytes) {
    BackupManifest manifest =
        each(
            about -> requireFit(about, freeBytes),
            (path, about) -> {
              Path target = below(folder, path);
              Files.createDirectories(target.getParent(), OwnerOnly.folderIn(folder));
              OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW);
              if (about.mode().isPresent()
                  && Files.getFileStore(folder)
                      .supportsFileAttributeView(PosixFileAttributeView.class)) {
                Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(about.mode().get()));
              }
              return out;
            });
    manifest
        .links()
        .forEach(
            (path, to) -> {
              if (isInside(manifest, folder, path, to)) {
                link(folder, path, to);
              }
            });
    return manifest;
  }

  private void link(Path folder, String path, String to) {
    Path link = below(folder, path);
    try {
      Files.createDirectories(link.getParent(), OwnerOnly.folderIn(folder));
      Files.createSymbolicLink(link, Path.of(to));
    } catch (IOException e) {
      throw new DiskException("cannot restore the link", link, e);
    }
  }

  private void requireFit(BackupManifest manifest, long freeBytes) {
    long left = freeBytes;
    for (BackupManifest.OfFile about : manifest.files().values()) {
      if (about.bytes() < 0 || about.bytes() > left) {
        throw new NodeException(
            "%s names more bytes than are free (%d) where it is to be restored"
                .formatted(file, freeBytes));
      }
      left -= about.bytes();
    }
  }

  /** Returns whether a link stays in the node, and is not behind another link. */
  private boolean isInside(BackupManifest manifest, Path folder, String path, String to) {
    Path link = below(folder, path);
    boolean isBehindAnother =
        manifest.links().keySet().stream()
            .map(other -> below(folder, other))
            .anyMatch(other -> link.startsWith(other) && !link.equals(other));
    return !isBehindAnother
        && !Path.of(to).isAbsolute()
        && link.resolveSibling(to).normalize().startsWith(folder);
  }

  private Path below(Path folder, String path) {
    Path target = folder.resolve(path).normalize();
    if (!target.startsWith(folder) || target.equals(folder)) {
      throw damaged(path + " leads out of the node");
    }
    return target;
  }

  private BackupManifest each(Consumer<BackupManifest> first, Sink sink) {
    try (ZipFile zip = new ZipFile(file.toFile(), UTF_8)) {
      BackupManifest manifest = manifest(zip);
      first.accept(manifest);
      for (Map.Entry<String, BackupManifest.OfFile> each : manifest.files().entrySet()) {
        BackupManifest.OfFile about = each.getValue();
        try (InputStream in = open(zip, NODE + each.getKey());
            OutputStream out = sink.open(each.getKey(), about)) {
          if (!copy(in, out, about.bytes(), about.mode()).equals(about)) {
            throw damaged(each.getKey() + " is not what was backed up");
          }
        }
      }
      return manifest;
    } catch (ZipException e) {
      throw damaged("it is no zip file, or cut off");
    } catch (NoSuchFileException e) {
      throw new NodeException("there is no file " + file);
    } catch (IOException e) {
      throw new DiskException("cannot read the backup", file, e);
    }
  }

  private BackupManifest manifest(ZipFile zip) throws IOException {
    try {
      BackupManifest manifest =
          Shape.of(BackupManifest.class)
              .read(Node.jsonObject(BackupManifest.ENTRY + " in " + file, manifestBytes(zip)));
      if (manifest.format() > BackupManifest.FORMAT) {
        throw new NodeException(
            file + " has the format " + manifest.format() + "; restore it with a newer sbp");
      }
      return manifest;
    } catch (Misfit e) {
      throw damaged("its manifest: " + e.getMessage());
    }
  }

  private byte[] manifestBytes(ZipFile zip) throws IOException {
    try (InputStream in = open(zip, BackupManifest.ENTRY)) {
      return in.readNBytes(MAX_MANIFEST_BYTES + 1);
    }
  }

  private InputStream open(ZipFile zip, String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw damaged(name + " is missing");
    }
    return zip.getInputStream(entry);
  }

  private NodeException damaged(String what) {
    return new NodeException(file + " is no whole backup: " + what);
  }
}
