# The region.
variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  name  = "router-${var.region}"
  depth = 8
}

provider "aws" {
  region = var.region
}

terraform {
  required_version = ">= 1.0"
}

data "aws_ami" "ubuntu" {
  most_recent = true
}

# One server.
resource "aws_instance" "router" {
  ami  = data.aws_ami.ubuntu.id
  tags = { Name = local.name }

  lifecycle {
    ignore_changes = [tags]
  }
}

module "network" {
  source = "./network"
  depth  = max(local.depth, 2)
}

output "address" {
  value = aws_instance.router.public_ip
}
