package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A throw-away certificate authority, and certificates signed by it. Files are written
 * below a folder of the caller.
 */
public final class TestCertificates {

	public static final String PASSWORD = "changeit";

	private final Path folder;

	private final KeyPair authorityKeys;

	private final X509Certificate authority;

	private int serial = 1;

	private TestCertificates(Path folder) {
		this.folder = folder;
		this.authorityKeys = keys();
		this.authority = sign("CN=GoBridge Test CA", this.authorityKeys, null);
		write("ca.crt", pem(this.authority));
	}

	public static TestCertificates in(Path folder) {
		return new TestCertificates(folder);
	}

	/**
	 * The certificate of the authority in PEM.
	 * @return the file
	 */
	public Path authority() {
		return this.folder.resolve("ca.crt");
	}

	/**
	 * A PKCS#12 trust store with the certificate of the authority, protected by
	 * {@link #PASSWORD}.
	 * @return the file
	 */
	public Path trustStore() {
		try {
			KeyStore store = KeyStore.getInstance("PKCS12");
			store.load(null, null);
			store.setCertificateEntry("ca", this.authority);
			return write("trust.p12", store);
		}
		catch (GeneralSecurityException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * A certificate of this authority.
	 * @param name what the files are called; also the common name
	 * @param hosts host names and addresses that it is good for; none for a client
	 * @return the certificate with its key
	 */
	public Issued issue(String name, String... hosts) {
		KeyPair keys = keys();
		X509Certificate certificate = sign("CN=" + name, keys, hosts);
		try {
			KeyStore store = KeyStore.getInstance("PKCS12");
			store.load(null, null);
			store.setKeyEntry(name, keys.getPrivate(), PASSWORD.toCharArray(),
					new Certificate[] { certificate, this.authority });
			return new Issued(write(name + ".crt", pem(certificate)),
					write(name + ".key", pem("PRIVATE KEY", keys.getPrivate().getEncoded())),
					write(name + ".p12", store));
		}
		catch (GeneralSecurityException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private X509Certificate sign(String subject, KeyPair keys, String @Nullable [] hosts) {
		try {
			Instant now = Instant.now();
			JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(new X500Name("CN=GoBridge Test CA"),
					BigInteger.valueOf(this.serial++), Date.from(now.minus(1, ChronoUnit.HOURS)),
					Date.from(now.plus(1, ChronoUnit.DAYS)), new X500Name(subject), keys.getPublic());
			builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(hosts == null));
			if (hosts != null && hosts.length > 0) {
				GeneralName[] names = new GeneralName[hosts.length];
				for (int i = 0; i < hosts.length; i++) {
					boolean address = Character.isDigit(hosts[i].charAt(0));
					names[i] = new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, hosts[i]);
				}
				builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
			}
			return new JcaX509CertificateConverter().getCertificate(builder
				.build(new JcaContentSignerBuilder("SHA256withECDSA").build(this.authorityKeys.getPrivate())));
		}
		catch (CertIOException | GeneralSecurityException | OperatorCreationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static KeyPair keys() {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
			generator.initialize(new ECGenParameterSpec("secp256r1"), new SecureRandom());
			return generator.generateKeyPair();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String pem(String type, byte[] der) {
		String body = Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(der);
		return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
	}

	private static String pem(X509Certificate certificate) {
		try {
			return pem("CERTIFICATE", certificate.getEncoded());
		}
		catch (CertificateEncodingException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Path write(String name, String content) {
		try {
			return Files.writeString(this.folder.resolve(name), content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path write(String name, KeyStore store) throws GeneralSecurityException, IOException {
		Path file = this.folder.resolve(name);
		try (var out = Files.newOutputStream(file)) {
			store.store(out, PASSWORD.toCharArray());
		}
		return file;
	}

	/**
	 * A certificate with its private key.
	 *
	 * @param certificate the certificate in PEM
	 * @param key the private key in PEM
	 * @param keyStore both in PKCS#12, protected by {@link #PASSWORD}
	 */
	public record Issued(Path certificate, Path key, Path keyStore) {

	}

}
