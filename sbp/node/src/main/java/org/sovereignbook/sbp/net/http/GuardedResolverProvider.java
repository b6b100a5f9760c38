package org.sovereignbook.sbp.net.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/**
 * Resolver provider that puts the {@link AddressGuard} of the calling thread between the JDK and
 * its resolver; without a guard it is the JDK's own resolver. The JDK finds it by {@code
 * META-INF/services} at the first lookup of a process, so that programs without lookups never load
 * it. Public because the JDK creates the instance.
 */
public final class GuardedResolverProvider extends InetAddressResolverProvider {

  @Override
  public InetAddressResolver get(Configuration configuration) {
    return new Guarded(configuration.builtinResolver());
  }

  @Override
  public String name() {
    return "sbp address guard";
  }

  private record Guarded(InetAddressResolver builtin) implements InetAddressResolver {

    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      if (!AddressGuard.CURRENT.isBound()) {
        return builtin.lookupByName(host, policy);
      }
      return AddressGuard.CURRENT
          .get()
          .lookup(host, name -> builtin.lookupByName(name, policy).toList())
          .stream();
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      return builtin.lookupByAddress(address);
    }
  }
}
