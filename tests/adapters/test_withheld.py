"""What never leaves the machine, by name and by content; and that ordinary code is not taken for a secret."""

from __future__ import annotations

import base64
import hashlib
import socket

import pytest

from maguyva.adapters.withheld import file_reason, name_reason, text_reason

NEVER = """
.env .env.local .env.production config/prod.env .envrc id_rsa id_rsa.pub deploy/id_ed25519 server.key certs/ca.pem store.p12 keys.jks vault.kdbx site.crt .netrc _netrc
.npmrc .pypirc .git-credentials .htpasswd .pgpass .ssh/config home/.aws/credentials .kube/config .docker/config.json .gnupg/pubring secrets.yaml app-secrets.json
secret.toml credentials credentials.json aws_credentials.csv terraform.tfvars prod.tfstate terraform.tfstate.backup kubeconfig dev.kubeconfig service-account-prod.json
firebase-adminsdk-x.json config/master.key wallet.dat .bash_history client.ovpn krb5.keytab message.asc backup.gpg secrets/database.yml ssh_host_ed25519_key .vault-token SECRETS.YML .Env
""".split()
SENT = """
environment.py env.py secrets.py secret_santa.rb src/secrets/vault.go credentials.ts auth/token.py keys.ts keyboard.js monkey.py README.md docs/secrets.md package.json
Makefile settings.toml certificate.py public.css src/key.rs .github/workflows/ci.yml .gitignore Dockerfile secretary.txt tokens.json
""".split()


@pytest.mark.parametrize("path", NEVER)
def test_files_that_hold_secrets_are_known_by_name(path: str) -> None:
    assert name_reason(path)


@pytest.mark.parametrize("path", SENT)
def test_other_files_are_not(path: str) -> None:
    assert name_reason(path) is None


_RANDOM = base64.b64encode(hashlib.sha512(b"a").digest()).decode()
# Put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "an AWS key": 'key = "AKIA' + 'IOSFODNN7EXAMPLQ"',
    "an AWS secret": 'aws_secret_access_key = "wJalrXUtnFEMI/K7MDENG/' + 'bPxRfiCYEXAMPLEKEY"',
    "a GitHub token": "curl -H 'x: ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9'",
    "a fine GitHub token": "github_pat_" + "11AAAAAAA0aaaaaaaaaaaa_bbbbbbbbbbbbbbbb",
    "a GitLab token": "glpat-" + "aB3dE6gH9jK2mN5pQ8sT",
    "an OpenAI key": "client = OpenAI('sk-proj-" + "aB3dE6gH9jK2mN5pQ8sT1vW4')",
    "a Voyage key": "VOYAGE=pa-" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9jK2mN5p",
    "a Google key": "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "a Slack token": "xoxb-" + "123456789012-abcdefABCDEF",
    "a Stripe key": "sk_live_" + "aB3dE6gH9jK2mN5pQ8sT1vW4",
    "a Hugging Face token": "hf_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE",
    "a JWT": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "a password": 'password = "correct horse"',
    "a password in a dictionary": '{"db_password": "hunter2hunter2"}',
    "a password in Go": 'dbPassword := "hunter2"',
    "a token": "access_token: 'a1b2c3d4e5f6g7h8'",
    "an address with a password": 'db = connect("postgres://shop:hunter2@db.example/shop")',
    "a bearer": "Authorization: Bearer " + "abcdef0123456789abcdef",
    "random base64": f'salt = "{_RANDOM}"',
    "random hex": f'digest = "{hashlib.sha256(b"a").hexdigest()}"',
    "a private key": "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEow",
    "the inside of a key": f"{_RANDOM[:64]}\n{_RANDOM[10:74]}\n",
    "the inside of a key in a string": f'    "{_RANDOM[:64]}\\n"\n    "{_RANDOM[10:74]}\\n"\n',
}


@pytest.mark.parametrize("what", SECRETS)
def test_secrets_are_found_anywhere_in_a_piece_of_code(what: str) -> None:
    code = f"import os\n\n\ndef connect():\n    {SECRETS[what]}\n    return os.name\n"
    assert text_reason(code if what != "the inside of a key" else SECRETS[what], "shop/connect.py")


def test_configuration_needs_no_quotes() -> None:
    assert text_reason("database:\n  password: hunter2\n", "config/app.yaml") and text_reason("secret=hunter2\n", "app.properties")
    assert text_reason("password: string\n", "model.ts") is None


PLAIN = [
    "def login(user, password):\n    token = issue_token(user)\n    return check(password) and token\n",
    "class Password:\n    min_length = 8\n\n    def validate(self, secret): ...\n",
    "export interface Credentials { user: string; password: string; token?: string }\n",
    "for key, value in settings.items():\n    cache[key] = value\n",
    "SELECT id, password_hash FROM users WHERE token = $1;\n",
    "see https://example.com:8080/path@v2 and http://localhost:3000\n",
    "const apiKey = process.env.API_KEY\nconst secret = config.get('secret')\n",
    "total = sum(item.price for item in basket) * (1 + TAX)\n",
    "password = os.environ['PASSWORD']\n",
    "func (s *Store) Secret(ctx context.Context) (string, error) { token, err := s.next(ctx); return token, err }\n",
    "",
    "\n \t\n",
    "# The quick brown fox jumps over the lazy dog. " * 30,
]


@pytest.mark.parametrize("code", PLAIN)
def test_ordinary_code_is_no_secret(code: str) -> None:
    assert text_reason(code, "shop/code.py") is None


def test_a_file_with_a_private_key_is_withheld_whole() -> None:
    assert file_reason(b"x = 1\nKEY = '''-----BEGIN EC PRIVATE " + b"KEY-----\nabc\n'''\n")
    assert file_reason(b"PuTTY-User-Key-" + b"File-2: ssh-rsa") and file_reason(b"-----BEGIN OPENSSH PRIVATE " + b"KEY-----")
    assert file_reason(b"-----BEGIN CERTIFICATE-----") is None and file_reason(b"") is None


def test_looking_for_secrets_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setattr(socket, "create_connection", no_network)
    assert all(text_reason(secret, "a.py") for secret in SECRETS.values())


@pytest.mark.parametrize("text", ["\0", "\ud800", "a" * 100_000, '"' * 50_000, "password = " * 5_000, "A" * 60_000 + "\n", "://" * 20_000, "key" * 30_000, "=" * 50_000])
def test_odd_texts_take_no_time(text: str) -> None:
    text_reason(text, "odd.py")
    name_reason(text[:5000])
